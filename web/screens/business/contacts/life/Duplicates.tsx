import './life.css';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowMerge, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../../../api/contract/contacts.ts';
import { useRead } from '../../../../api/read.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { displayName, fullName } from '../../../../format/person.ts';
import { phone } from '../../../../format/phone.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { t } from './texts.ts';

/** /business/contacts/duplicates: contacts who may be the same person, to be looked at and merged. */
export default function Duplicates() {
  const { data, error, refresh } = useRead('/contacts/duplicates', {});
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
              </li>
            ))}
          </ul>
        }
      </div>
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
