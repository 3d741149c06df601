import { Button, type ButtonProps } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { t } from '../messages/core.ts';
import { useImpersonate } from './impersonation.ts';

/** Goes on as an agency or a business. `id` is the agency's, the business's or a user's; `to`: where, as them. */
export function ImpersonateButton({
  id,
  name,
  to = null,
  ...button
}: { readonly id: string; readonly name: string; readonly to?: string | null } & ButtonProps) {
  const { impersonate, busy } = useImpersonate();
  return (
    <Button
      variant="default"
      leftSection={<IconUserShare size={16} aria-hidden />}
      {...button}
      loading={busy}
      aria-label={t('acting.asName', { name })}
      onClick={() => {
        void impersonate(id, to);
      }}
    >
      {t('acting.as')}
    </Button>
  );
}
