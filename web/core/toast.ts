/** Five seconds, by specification (section 9). */
export const duration = 5000;

export interface Toast {
  readonly message: string;
  readonly tone: 'success' | 'error';
}

let shown: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];

/** Who draws toasts. What was said before there was anybody to draw it is drawn then. */
export function showToastsWith(show: (toast: Toast) => void): void {
  shown = show;
  for (const toast of waiting.splice(0)) show(toast);
}

const say = (toast: Toast) => {
  if (shown) shown(toast);
  else waiting.push(toast);
};
/** Not for what a form or a screen says itself, beside its fields or in its place. */
export const toastError = (message: string) => {
  say({ message, tone: 'error' });
};
export const toastSuccess = (message: string) => {
  say({ message, tone: 'success' });
};
