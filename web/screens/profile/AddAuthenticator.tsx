import { Button, Group, Modal, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyField } from '../../components/CopyField.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { TextField } from '../../plain/fields.tsx';
import { fieldErrors } from '../../plain/refusal.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

export interface Proposal {
  readonly token: string;
  readonly secret: string;
  readonly uri: string;
}

/** Scan, type the first code, name it. `onAdded` gets the recovery codes that come with the first one. */
export function AddAuthenticator({
  proposal,
  onAdded,
  onClose,
}: {
  readonly proposal: Proposal;
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const [values, setValues] = useState({ code: '', name: t('twostep.defaultName') });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      const body = { token: proposal.token, ...values };
      const { data } = await client.post('/security/authenticators/confirm', { body });
      onAdded(data.recovery_codes);
    } catch (error) {
      const refused = fieldErrors(error, ['code', 'name']);
      if (refused) setFaults(refused);
      else showFailure(error);
      setBusy(false);
    }
  };
  const field = (name: 'code' | 'name') => ({
    value: values[name],
    error: faults[name] ?? null,
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setFaults({});
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('twostep.setUp')} size="md">
      <form
        noValidate
        className="bk-stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Text c="dimmed" size="md">
          {t('twostep.scan')}
        </Text>
        <div className="bk-qrsetup">
          <QrCode value={proposal.uri} label={t('twostep.qr')} size={192} />
        </div>
        <Text c="dimmed" size="sm">
          {t('twostep.manual')}
        </Text>
        <CopyField
          label={t('twostep.secret')}
          value={proposal.secret}
          shown={proposal.secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}
        />
        <TextField
          label={t('twostep.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={t('twostep.codeHint')}
          data-autofocus
          {...field('code')}
        />
        <TextField label={t('twostep.name')} maxLength={60} {...field('name')} />
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={values.code.trim() === ''}>
            {t('twostep.finish')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
