import './life.css';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowMerge, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../../../api/contract/contacts.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { Avatar } from '../../../../components/Avatar.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { displayName, fullName } from '../../../../format/person.ts';
import { phone } from '../../../../format/phone.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { t } from './texts.ts';

/** /business/contacts/duplicates: contacts who may be the same person, to be looked at and merged. */
export default function Duplicates() {
  const { data, error, refresh } = useRead('/contacts/duplicates', {});
  const { client, run } = useApp();
  const tellApart = async ([one, other]: readonly [Contact, Contact], dismissed: boolean) => {
    const said = await run(() =>
      client.put('/contacts/{id}/duplicates', {
        params: { id: one.id },
        body: { other_id: other.id, dismissed },
        quiet: true,
      }),
    );
    if (said === undefined) return;
    if (dismissed) toastSuccess(t('duplicates.apartDone'));
    refresh();
  };
  const [asking, setAsking] = useState<readonly [string, string] | null>(null);
  return (
    <div className="bk-page">
      <RecordHeader
        name={t('duplicates.title')}
        sub={t('duplicates.text')}
        back={{ href: '/business/contacts', label: t('life.back') }}
      />
      <div className="bk-card bk-duplicates">
        {error ?
          <ErrorState error={error} onRetry={refresh} />
        : data === undefined ?
          <Skeleton height={120} />
        : data.data.length === 0 ?
          <EmptyState icon={IconUsers} title={t('duplicates.none')} text={t('duplicates.noneText')} />
        : <ul>
            {data.data.map(({ because, contacts: [one, other] }) => (
              <li key={`${one.id} ${other.id}`}>
                <Shown contact={one} />
                <Shown contact={other} />
                <span className="muted small">{t(`duplicates.because.${because}`)}</span>
                <span className="acts">
                  <Button
                    variant="default"
                    leftSection={<IconArrowMerge size={16} aria-hidden />}
                    aria-label={t('duplicates.compareThese', { one: displayName(one), other: displayName(other) })}
                    onClick={() => {
                      setAsking([one.id, other.id]);
                    }}
                  >
                    {t('duplicates.compare')}
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    aria-label={t('duplicates.apartThese', { one: displayName(one), other: displayName(other) })}
                    onClick={() => void tellApart([one, other], true)}
                  >
                    {t('duplicates.apart')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        }
      </div>
      {data !== undefined && data.told_apart.length > 0 && (
        <section className="bk-card bk-duplicates apart" aria-label={t('duplicates.toldApart')}>
          <h2>{t('duplicates.toldApart')}</h2>
          <ul>
            {data.told_apart.map(([one, other]) => (
              <li key={`${one.id} ${other.id}`}>
                <Shown contact={one} />
                <Shown contact={other} />
                <span />
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={t('duplicates.suggestThese', { one: displayName(one), other: displayName(other) })}
                  onClick={() => void tellApart([one, other], false)}
                >
                  {t('duplicates.suggest')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <MergeDialog
        key={asking?.join(' ') ?? ''}
        opened={asking !== null}
        id={asking?.[0] ?? ''}
        otherId={asking?.[1] ?? null}
        onClose={() => {
          setAsking(null);
        }}
        onMerged={() => {
          setAsking(null);
          refresh();
        }}
      />
    </div>
  );
}

function Shown({ contact }: { readonly contact: Contact }) {
  const second = [fullName(contact) === null || contact.phone === null ? null : phone(contact.phone), contact.email];
  return (
    <Link href={`/business/contacts/${contact.id}`} className="who">
      <Avatar person={contact} size={34} />
      <span className="bk-two">
        <span dir="auto">{displayName(contact)}</span>
        <span className="sub">{second.filter((one) => one !== null).join(' · ')}</span>
      </span>
    </Link>
  );
}
