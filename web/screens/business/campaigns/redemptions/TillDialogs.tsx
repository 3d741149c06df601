import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDeviceMobile } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Till } from '../../../../../api/contract/redemptions.ts';
import { randomKey } from '../../../../api/client.ts';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { CopyField } from '../../../../components/CopyField.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { QrCode } from '../../../../components/QrCode.tsx';
import { t } from './texts.ts';

/** One question, the name; the till is there when it is answered. */
export function OpenDialog({
  onOpened,
  onClose,
}: {
  readonly onOpened: (till: Till) => void;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Pressed again after a line that dropped it is the same till. */
  const key = useRef(randomKey());
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await client.post('/tills', { body: { name: name.trim() }, idempotencyKey: key.current });
      onOpened(data);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      if (refused.status !== 0) key.current = randomKey();
      setError(failureMessage(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('tills.open')} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label={t('tills.name')}
          description={t('tills.nameHint')}
          placeholder={t('tills.namePlaceholder')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={name}
          error={error}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('tills.make')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Three ways to make a device the till: its camera, its link, its code; and this very device. */
export function ConnectDialog({ till, onClose }: { readonly till: Till; readonly onClose: () => void }) {
  const { name, link, code } = till;
  return (
    <Modal opened onClose={onClose} title={t('tills.isOpen', { name })} size="md">
      <div className="bk-connect">
        <QrCode value={link} label={t('tills.codeOf', { name })} size={208} />
        <div className="ways">
          <p>{t('tills.scan')}</p>
          <h3>{t('tills.orLink')}</h3>
          <CopyField label={t('tills.linkOf', { name })} value={link} />
          <h3>{t('tills.orType')}</h3>
          <CopyField label={t('tills.codeLabel', { name })} value={code} />
        </div>
      </div>
      <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {t('tills.secret')}
      </Note>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
        >
          {t('tills.here')}
        </Button>
        <Button onClick={onClose}>{t('tills.done')}</Button>
      </Group>
    </Modal>
  );
}
