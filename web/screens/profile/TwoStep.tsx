import { Button, Group, Modal } from '@mantine/core';
import {
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconPencil,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { SecondFactor } from '../../../api/contract/security.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Note, Section } from '../../components/form/Form.tsx';
import { Instant } from '../../components/Instant.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { useRead } from '../../data/read.ts';
import { listTime } from '../../format/date.ts';
import { TextField } from '../../plain/fields.tsx';
import { toastError } from '../../core/toast.ts';
import { useApp } from '../../session/context.tsx';
import { makePasskey, takesPasskeys } from '../../session/passkeys.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { AddAuthenticator, type Proposal } from './AddAuthenticator.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { t } from './texts.ts';
import { useConfirmed } from './useConfirmed.tsx';

type Open =
  | { readonly kind: 'add'; readonly proposal: Proposal }
  | { readonly kind: 'passkey'; readonly token: string; readonly response: Record<string, unknown> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'renew' }
  | { readonly kind: 'remove' | 'rename'; readonly factor: SecondFactor };

/** What one signs in with besides the password: apps, recovery codes, and the next step. `onReady`: a first one is set up. */
export function TwoStep({ onReady }: { readonly onReady?: () => void }) {
  const { client } = useApp();
  const { data, error, refresh } = useRead('/security', {});
  const [open, setOpen] = useState<Open | null>(null);
  const factors = data?.second_factors ?? [];
  const { confirmed, dialog } = useConfirmed(factors.some(({ kind }) => kind === 'authenticator'));
  const close = () => {
    setOpen(null);
  };
  const done = () => {
    close();
    refresh();
  };
  const add = async () => {
    const begun = await confirmed(() => client.post('/security/authenticators'));
    if (begun) setOpen({ kind: 'add', proposal: begun.data });
  };
  const addPasskey = async () => {
    const begun = await confirmed(() => client.post('/security/passkeys'));
    if (!begun) return;
    try {
      setOpen({ kind: 'passkey', token: begun.data.token, response: await makePasskey(begun.data.options) });
    } catch {
      toastError(t('twostep.passkeyCancelled'));
    }
  };
  const renew = async () => {
    const made = await confirmed(() => client.post('/security/recovery-codes'));
    refresh();
    setOpen(made ? { kind: 'codes', codes: made.data.recovery_codes } : null);
  };
  return (
    <div className="bk-form">
      <Section title={t('twostep.title')} text={t('twostep.text')}>
        {error && !data && <ErrorState error={error} onRetry={refresh} />}
        {data && factors.length === 0 && (
          <Note tone="neutral" icon={<IconShieldOff size={18} aria-hidden />}>
            {t('twostep.off')}
          </Note>
        )}
        {factors.length > 0 && (
          <ul className="bk-owned" aria-label={t('twostep.list')}>
            {factors.map((factor) => (
              <Factor
                key={factor.id}
                factor={factor}
                onRename={() => {
                  setOpen({ kind: 'rename', factor });
                }}
                onRemove={() => {
                  setOpen({ kind: 'remove', factor });
                }}
              />
            ))}
            <li>
              <span className="mark">
                <IconKey size={19} aria-hidden />
              </span>
              <span className="what">
                <b>{t('twostep.codes')}</b>
                <span className="muted">
                  {data?.recovery_codes_left === 0 ?
                    t('twostep.none')
                  : t('twostep.codesLeft', { count: data?.recovery_codes_left ?? 0 })}
                </span>
              </span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  setOpen({ kind: 'renew' });
                }}
              >
                {t('twostep.codesNew')}
              </Button>
            </li>
          </ul>
        )}
        {data && (
          <div>
            <Group gap="xs">
              <Button variant={factors.length === 0 ? 'filled' : 'default'} onClick={() => void add()}>
                {t(factors.length === 0 ? 'twostep.setUp' : 'twostep.addAnother')}
              </Button>
              {takesPasskeys() && (
                <Button variant="default" onClick={() => void addPasskey()}>
                  {t('twostep.addPasskey')}
                </Button>
              )}
            </Group>
          </div>
        )}
      </Section>
      {dialog}
      {open?.kind === 'add' && (
        <AddAuthenticator
          proposal={open.proposal}
          onClose={close}
          onAdded={(codes) => {
            refresh();
            setOpen(codes === null ? null : { kind: 'codes', codes });
          }}
        />
      )}
      {open?.kind === 'passkey' && (
        <NameDialog
          title={t('twostep.namePasskey')}
          initial={t('twostep.defaultPasskey')}
          onClose={close}
          onName={async (name) => {
            const body = { token: open.token, response: open.response, name };
            const added = await confirmed(() => client.post('/security/passkeys/confirm', { body }));
            refresh();
            const codes = added?.data.recovery_codes ?? null;
            setOpen(codes === null ? null : { kind: 'codes', codes });
          }}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} onClose={onReady ?? done} />}
      {open?.kind === 'rename' && (
        <NameDialog
          title={t('twostep.renameTitle', { name: open.factor.name })}
          initial={open.factor.name}
          onClose={close}
          onName={async (name) => {
            const params = { id: open.factor.id };
            await confirmed(() => client.put('/security/factors/{id}', { params, body: { name } }));
            done();
          }}
        />
      )}
      <ConfirmDialog
        opened={open?.kind === 'renew'}
        title={t('twostep.codesNewTitle')}
        text={t('twostep.codesNewText')}
        confirm={t('twostep.codesNew')}
        onConfirm={renew}
        onClose={() => {
          setOpen((now) => (now?.kind === 'renew' ? null : now));
        }}
      />
      {open?.kind === 'remove' && (
        <ConfirmDialog
          opened
          title={t('twostep.removeTitle', { name: open.factor.name })}
          text={t(factors.length === 1 ? 'twostep.removeLastText' : `twostep.removeText.${open.factor.kind}`)}
          confirm={t('twostep.remove')}
          onConfirm={async () => {
            const params = { id: open.factor.id };
            await confirmed(() => client.delete('/security/factors/{id}', { params }));
          }}
          onClose={done}
        />
      )}
    </div>
  );
}

function Factor({
  factor,
  onRename,
  onRemove,
}: {
  readonly factor: SecondFactor;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const style = useDateStyle();
  const when = (at: string) => listTime(at, style, new Date());
  const { name, added_at: added, last_used_at: used } = factor;
  return (
    <li>
      <span className="mark">
        {factor.kind === 'passkey' ?
          <IconFingerprint size={19} aria-hidden />
        : <IconDeviceMobile size={19} aria-hidden />}
      </span>
      <span className="what">
        <b>
          <span dir="auto">{name}</span>
          <span className="bk-tag">
            <IconShieldCheck size={13} aria-hidden /> {t(`twostep.kind.${factor.kind}`)}
          </span>
        </b>
        {factor.host !== null && <span className="muted">{t('twostep.worksAt', { host: factor.host })}</span>}
        <span className="muted">
          <Instant at={added}>{t('twostep.added', { when: when(added) })}</Instant>
          {' · '}
          {used === null ?
            t('twostep.neverUsed')
          : <Instant at={used}>{t('twostep.lastUsed', { when: when(used) })}</Instant>}
        </span>
      </span>
      <RowMenu
        name={name}
        actions={[
          { id: 'rename', label: t('twostep.rename'), icon: IconPencil, run: onRename },
          { id: 'remove', label: t('twostep.remove'), icon: IconTrash, danger: true, run: onRemove },
        ]}
      />
    </li>
  );
}

function NameDialog({
  title,
  initial,
  onName,
  onClose,
}: {
  readonly title: string;
  readonly initial: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(initial);
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        className="bk-stack"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void onName(name.trim());
        }}
      >
        <TextField label={t('twostep.name')} value={name} maxLength={60} onChange={setName} data-autofocus />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
