import { Button, Group, Modal } from '@mantine/core';
import { t } from '../texts.ts';
import type { useLeaveGuard } from './leave.ts';

/** Asks before unsaved work is left. `onStay`: what else staying does, such as saving at once. */
export const LeaveDialog = ({
  leave,
  onStay,
}: {
  readonly leave: ReturnType<typeof useLeaveGuard>;
  readonly onStay?: () => void;
}) => (
  <Modal opened={leave.asking} onClose={leave.stay} title={t('form.leaveTitle')} size="sm">
    <p className="muted">{t('form.leaveText')}</p>
    <Group justify="flex-end" gap="xs" mt="lg">
      <Button variant="default" onClick={leave.leave}>
        {t('form.leave')}
      </Button>
      <Button
        data-autofocus
        onClick={() => {
          onStay?.();
          leave.stay();
        }}
      >
        {t('form.stay')}
      </Button>
    </Group>
  </Modal>
);
