import { Button, Group, Modal, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { PasswordField, TextField } from '../../plain/fields.tsx';
import { fieldErrors } from '../../plain/refusal.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

/**
 * Runs what needs a recent proof of who one is: asked for it, the person shows it and the action runs again. Other
 * failures are shown and answered with undefined. `dialog` has to be drawn.
 */
export function useConfirmed(hasApp: boolean): {
  readonly confirmed: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ readonly answer: (done: boolean) => void } | null>(null);
  const confirmed = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error;
        const done = await new Promise<boolean>((answer) => {
          setAsked({ answer });
        });
        setAsked(null);
        return done ? await action() : undefined;
      }
    } catch (error) {
      showFailure(error);
      return undefined;
    }
  };
  return { confirmed, dialog: asked && <ConfirmIdentity hasApp={hasApp} onEnd={asked.answer} /> };
}

function ConfirmIdentity({ hasApp, onEnd }: { readonly hasApp: boolean; readonly onEnd: (done: boolean) => void }) {
  const { client } = useApp();
  const [way, setWay] = useState<'password' | 'code'>(hasApp ? 'code' : 'password');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      const body = way === 'code' ? { code: typed } : { password: typed };
      await client.post('/security/confirm', { body, quiet: true });
      onEnd(true);
    } catch (error) {
      const refused = fieldErrors(error, [way]);
      if (refused) setFault(refused[way] ?? null);
      else showFailure(error);
      setBusy(false);
    }
  };
  const field = {
    value: typed,
    error: fault,
    autoFocus: true,
    'data-autofocus': true,
    onChange: (value: string) => {
      setTyped(value);
      setFault(null);
    },
  };
  return (
    <Modal
      opened
      title={t('confirm.title')}
      size="sm"
      onClose={() => {
        onEnd(false);
      }}
    >
      <form
        noValidate
        className="bk-stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Text c="dimmed" size="md">
          {t('confirm.text')}
        </Text>
        {way === 'code' ?
          <TextField label={t('confirm.code')} inputMode="numeric" autoComplete="one-time-code" {...field} />
        : <PasswordField label={t('confirm.password')} autoComplete="current-password" {...field} />}
        <Group justify="space-between" gap="xs" mt="sm">
          {hasApp ?
            <Button
              variant="subtle"
              px={0}
              onClick={() => {
                setWay(way === 'code' ? 'password' : 'code');
                setTyped('');
                setFault(null);
              }}
            >
              {t(way === 'code' ? 'confirm.usePassword' : 'confirm.useCode')}
            </Button>
          : <span />}
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() => {
                onEnd(false);
              }}
            >
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={typed === ''}>
              {t('confirm.submit')}
            </Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}
