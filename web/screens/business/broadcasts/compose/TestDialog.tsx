import { Box, Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconMoon } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { toastSuccess } from '../../../../core/toast.ts';
import { useApp } from '../../../../session/context.tsx';
import { ContactChoice } from '../../../../components/ContactChoice.tsx';
import { phone } from '../../../../format/phone.ts';
import { useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import type { Draft } from './useDraft.ts';

const keptKeys = { text: 'broadcast_test_to', mail: 'broadcast_test_mail' } as const;
const most = 5;

/**
 * Sends what is on the screen to a few numbers or addresses: one's own at first, then the last ones, which are remembered
 * in this browser. `contact`: whose values an email shows; null: those of somebody made up. `choosing`: that is asked here,
 * of texts as well. `campaign`: an example of its coupon is shown. Where one waits out quiet hours, that is said here.
 */
export function TestDialog({
  type,
  content,
  title,
  contact: shown = null,
  choosing = false,
  campaign = null,
  onClose,
}: {
  readonly type: Draft['type'];
  readonly content: Draft['contents'][number];
  readonly title: string;
  readonly contact?: string | null;
  readonly choosing?: boolean;
  readonly campaign?: string | null;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const { email, phone: number } = useProfile();
  const byEmail = type === 'email';
  const [contact, setContact] = useState(shown);
  const keptKey = keptKeys[byEmail ? 'mail' : 'text'];
  const [to, setTo] = useState(
    () =>
      localStorage.getItem(keptKey) ??
      (byEmail ? email
      : number === null ? ''
      : phone(number)),
  );
  const [keep, setKeep] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [waits, setWaits] = useState<string | null>(null);
  const numbers = to
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        type,
        content,
        campaign_id: campaign,
        to: numbers.slice(0, most),
        contact_id: byEmail || choosing ? contact : null,
      };
      const { message, data } = await client.post('/broadcasts/test', { body });
      if (keep) localStorage.setItem(keptKey, to);
      else localStorage.removeItem(keptKey);
      // Nobody is to look for it on a phone that keeps silent until the morning: that stays on the screen.
      if (data.waits) return setWaits(message);
      toastSuccess(message);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
    } finally {
      setBusy(false);
    }
  };
  if (waits !== null)
    return (
      <Modal opened onClose={onClose} size="sm" title={title}>
        <Group gap="sm" wrap="nowrap" align="flex-start" role="status">
          <IconMoon size={20} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
          <Text size="sm">{waits}</Text>
        </Group>
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            {t('bc.testSend.understood')}
          </Button>
        </Group>
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} size="sm" title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextInput
          label={t('bc.testSend.to')}
          description={t(byEmail ? 'bc.testSend.textMail' : 'bc.testSend.text')}
          value={to}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setTo(event.currentTarget.value);
          }}
        />
        {choosing && (
          <Box mt="md">
            <ContactChoice
              label={t('bc.testSend.contact')}
              isLabelled
              placeholder={t(byEmail ? 'bc.testSend.madeUp' : 'bc.testSend.nobody')}
              value={contact}
              onChange={setContact}
            />
          </Box>
        )}
        <Checkbox
          mt="md"
          label={t('bc.testSend.remember')}
          checked={keep}
          onChange={(event) => {
            setKeep(event.currentTarget.checked);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={numbers.length === 0 || numbers.length > most}>
            {t('bc.testSend.send', { count: numbers.length })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
