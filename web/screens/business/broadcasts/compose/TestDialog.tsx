import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { useApp } from '../../../../app/context.tsx';
import { useProfile } from '../../../../session/profile.tsx';
import { letter } from '../look.tsx';
import { t } from '../texts.ts';
import type { Draft } from './useDraft.ts';

const keptKeys = { text: 'broadcast_test_to', mail: 'broadcast_test_mail' } as const;
const most = 5;

/**
 * Sends what is on the screen to a few numbers or addresses. The last ones are remembered in this browser. `contact`: whose
 * values a mail shows; null: those of somebody made up.
 */
export function TestDialog({
  draft,
  variant,
  contact,
  onClose,
}: {
  readonly draft: Draft;
  readonly variant: number;
  readonly contact: string | null;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const { email } = useProfile();
  const byMail = draft.type === 'email';
  const keptKey = keptKeys[byMail ? 'mail' : 'text'];
  const [to, setTo] = useState(() => localStorage.getItem(keptKey) ?? (byMail ? email : ''));
  const [keep, setKeep] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const numbers = to
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        type: draft.type,
        content: draft.contents[variant]!,
        to: numbers.slice(0, most),
        contact_id: byMail ? contact : null,
      };
      await client.post('/broadcasts/test', { body });
      if (keep) localStorage.setItem(keptKey, to);
      else localStorage.removeItem(keptKey);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={draft.contents.length > 1 ? t('bc.testSend.titleOf', { letter: letter(variant) }) : t('bc.testSend.title')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextInput
          label={t('bc.testSend.to')}
          description={t(byMail ? 'bc.testSend.textMail' : 'bc.testSend.text')}
          value={to}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setTo(event.currentTarget.value);
          }}
        />
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
