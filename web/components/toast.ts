import { notifications } from '@mantine/notifications';

/** Five seconds, by specification (section 9). The same words are never stacked. */
export const duration = 5000;
const show = (message: string, color: string) =>
  notifications.show({
    id: `${color}:${message}`,
    message,
    color,
    autoClose: duration,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });

export const toastError = (message: string) => {
  show(message, 'red');
};
export const toastSuccess = (message: string) => {
  show(message, 'green');
};
