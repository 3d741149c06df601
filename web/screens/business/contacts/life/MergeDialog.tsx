import { ActionIcon, Button, Group, Loader, Modal, Radio, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowMerge, IconArrowsExchange, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { attributeNames, attributes } from '../../../../../api/contract/attributes.ts';
import type { MergeContacts } from '../../../../../api/contract/contact-life.ts';
import { useRead } from '../../../../data/read.ts';
import { useContactSearch } from '../../../../data/reads.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import type { Person } from '../../../../components/contact/ContactSections.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { ContactStatusBadge } from '../../../../components/StatusBadge.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { displayName, fullName } from '../../../../format/person.ts';
import { phone } from '../../../../format/phone.ts';
import { t } from './texts.ts';

type Field = z.output<typeof MergeContacts>['taken'][number];
const fields: readonly { readonly field: Field; readonly of: (person: Person) => string | null }[] = [
  { field: 'name', of: fullName },
  { field: 'phone', of: (person) => (person.phone === null ? null : phone(person.phone)) },
  ...attributeNames.map((field) => ({ field, of: (person: Person) => person[attributes[field].apiName] })),
];

/** Makes one of two contacts: which, what of each, and what that means, before it is done for good. `otherId` null: to be chosen. */
export function MergeDialog({
  opened,
  id,
  otherId,
  onClose,
  onMerged,
}: {
  readonly opened: boolean;
  readonly id: string;
  readonly otherId: string | null;
  readonly onClose: () => void;
  readonly onMerged: (id: string) => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [swapped, setSwapped] = useState(false);
  const other = otherId ?? chosen;
  return (
    <Modal
      opened={opened}
      onClose={() => {
        setChosen(null);
        setSwapped(false);
        onClose();
      }}
      title={t('merge.title')}
      size="lg"
    >
      {other === null ?
        <Choose id={id} onChoose={setChosen} />
      : <Compare
          key={`${swapped} ${other}`}
          id={swapped ? other : id}
          otherId={swapped ? id : other}
          onSwap={() => {
            setSwapped(!swapped);
          }}
          onMerged={onMerged}
        />
      }
    </Modal>
  );
}

function Choose({ id, onChoose }: { readonly id: string; readonly onChoose: (id: string) => void }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const { data, isStale } = useContactSearch(asked);
  const found = search.trim() === '' ? [] : (data?.data ?? []).filter((one) => one.id !== id);
  return (
    <div className="bk-merge">
      <TextInput
        label={t('merge.search')}
        description={t('merge.searchHint')}
        value={search}
        data-autofocus
        autoComplete="off"
        rightSection={isStale ? <Loader size={16} /> : null}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      <ul className="found">
        {found.slice(0, 8).map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              onClick={() => {
                onChoose(contact.id);
              }}
            >
              <Avatar person={contact} size={32} />
              <span className="bk-two">
                <span dir="auto">{displayName(contact)}</span>
                <span className="sub num">{phone(contact.phone)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Compare({
  id,
  otherId,
  onSwap,
  onMerged,
}: {
  readonly id: string;
  readonly otherId: string;
  readonly onSwap: () => void;
  readonly onMerged: (id: string) => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const own = useRead('/contacts/{id}', { params: { id } });
  const other = useRead('/contacts/{id}', { params: { id: otherId } });
  const [taken, setTaken] = useState<ReadonlySet<Field>>(new Set());
  const [busy, setBusy] = useState(false);
  const problem = own.error ?? other.error;
  if (problem !== undefined)
    return (
      <ErrorState
        error={problem}
        onRetry={() => {
          own.refresh();
          other.refresh();
        }}
      />
    );
  if (own.data === undefined || other.data === undefined) return <Skeleton height={240} />;
  const [a, b] = [own.data.data, other.data.data];
  const out = a.status === 'optedOut' || b.status === 'optedOut';
  const noEmails = a.email_status === 'unsubscribed' || b.email_status === 'unsubscribed';
  const go = async () => {
    setBusy(true);
    const done = await run(async () => {
      await client.post('/contacts/{id}/merge', { params: { id }, body: { other_id: otherId, taken: [...taken] } });
      return true;
    });
    setBusy(false);
    if (!done) return;
    toastSuccess(t('merge.done'));
    void refresh('/contacts');
    onMerged(id);
  };
  return (
    <div className="bk-merge">
      <p className="muted">{t('merge.keeps', { name: displayName(a) })}</p>
      <div className="two">
        {[a, b].map((person, index) => (
          <div key={person.id} className={index === 0 ? 'stays' : 'goes'}>
            <b>{t(index === 0 ? 'merge.stays' : 'merge.goes')}</b>
            <span className="who">
              <Avatar person={person} size={32} />
              <span dir="auto">{displayName(person)}</span>
            </span>
            <ContactStatusBadge status={person.status} unreachable={person.unreachable} />
          </div>
        ))}
        <ActionIcon className="swap" variant="default" radius="xl" aria-label={t('merge.swap')} onClick={onSwap}>
          <IconArrowsExchange size={17} aria-hidden />
        </ActionIcon>
      </div>
      {fields.map(({ field, of }) => {
        const [mine, theirs] = [of(a), of(b)];
        if (mine === null && theirs === null) return null;
        const label =
          field === 'name' || field === 'phone' ? t(`merge.field.${field}`) : attributeLabel(attributes[field].apiName);
        if (mine === null || theirs === null || mine === theirs)
          return (
            <p key={field} className="same">
              <span>{label}</span> {mine ?? theirs}
            </p>
          );
        return (
          <Radio.Group
            key={field}
            label={label}
            value={taken.has(field) ? 'other' : 'own'}
            onChange={(value) => {
              const next = new Set(taken);
              if (value === 'other') next.add(field);
              else next.delete(field);
              setTaken(next);
            }}
          >
            <Group gap="lg" mt={4}>
              <Radio value="own" label={mine} />
              <Radio value="other" label={theirs} />
            </Group>
          </Radio.Group>
        );
      })}
      <Note tone="info" icon={<IconInfoCircle size={18} aria-hidden />}>
        <b>{t('merge.consent')}</b> {t(out ? 'merge.textsOut' : 'merge.textsKept')}{' '}
        {t(noEmails ? 'merge.mailsOut' : 'merge.mailsKept')} {t('merge.rest')}
      </Note>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <b>{t('merge.final')}</b>
        <Button
          color="red"
          loading={busy}
          leftSection={<IconArrowMerge size={16} aria-hidden />}
          onClick={() => void go()}
        >
          {t('merge.confirm')}
        </Button>
      </Group>
    </div>
  );
}
