import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Member } from '../../../../../api/contract/members.ts';
import { randomKey } from '../../../../api/client.ts';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { t } from '../texts.ts';

const roles = ['owner', 'manager', 'agent', 'till'] as const;
type Role = Member['role'];

/** Each role with what it may do. */
const Roles = ({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) => (
  <Radio.Group
    label={t('team.role')}
    value={value}
    onChange={(role) => {
      onChange(role as Role);
    }}
  >
    <Stack gap="sm" mt="xs">
      {roles.map((role) => (
        <Radio key={role} value={role} label={t(`team.role.${role}`)} description={t(`team.can.${role}`)} />
      ))}
    </Stack>
  </Radio.Group>
);

/** What went wrong, by field; `''`: what has no field of its own here. */
const faultsOf = (error: ApiError, known: readonly string[]): Readonly<Record<string, string>> => {
  const fields = Object.entries(error.fields).filter(([name]) => known.includes(name));
  return fields.length === 0 ?
      { '': failureMessage(error) ?? '' }
    : Object.fromEntries(fields.map(([name, messages]) => [name, messages[0] ?? '']));
};

/** Sends, and says what is wrong where it is. A line that dropped it may be asked again: it is the same invitation. */
function useSending(known: readonly string[], send: (key: string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const key = useRef(randomKey());
  const submit = async () => {
    setBusy(true);
    setFaults({});
    try {
      await send(key.current);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      if (refused.status !== 0) key.current = randomKey();
      setFaults(faultsOf(refused, known));
    } finally {
      setBusy(false);
    }
  };
  return { busy, faults, submit };
}

/** Who, by which address, and what they may do. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  readonly onInvited: (email: string) => void;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const { busy, faults, submit } = useSending(['email', 'first_name', 'last_name'], async (idempotencyKey) => {
    const body = { email: email.trim(), first_name: first.trim(), last_name: last.trim(), role };
    await client.post('/members', { body, idempotencyKey, quiet: true });
    onInvited(body.email);
  });
  return (
    <Modal opened onClose={onClose} title={t('team.inviteTitle')} size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Group grow align="start">
            <TextInput
              label={t('team.firstName')}
              value={first}
              error={faults['first_name']}
              maxLength={100}
              autoComplete="off"
              data-autofocus
              onChange={(event) => {
                setFirst(event.currentTarget.value);
              }}
            />
            <TextInput
              label={t('team.lastName')}
              value={last}
              error={faults['last_name']}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => {
                setLast(event.currentTarget.value);
              }}
            />
          </Group>
          <TextInput
            label={t('team.email')}
            type="email"
            value={email}
            error={faults['email']}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => {
              setEmail(event.currentTarget.value);
            }}
          />
          <Roles value={role} onChange={setRole} />
        </Stack>
        {faults[''] !== undefined && (
          <p role="alert" className="bk-status tone-danger">
            {faults['']}
          </p>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={first.trim() === '' || email.trim() === ''}>
            {t('team.send')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What somebody may do from now on. */
export function RoleDialog({
  member,
  onChanged,
  onClose,
}: {
  readonly member: Member;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const [role, setRole] = useState<Role>(member.role);
  const { busy, faults, submit } = useSending([], async () => {
    await client.put('/members/{id}', { params: { id: member.id }, body: { role }, quiet: true });
    onChanged();
  });
  return (
    <Modal opened onClose={onClose} title={t('team.roleTitle', { name: member.full_name })} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Roles value={role} onChange={setRole} />
        {faults[''] !== undefined && (
          <p role="alert" className="bk-status tone-danger">
            {faults['']}
          </p>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={role === member.role}>
            {t('team.changeRole')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
