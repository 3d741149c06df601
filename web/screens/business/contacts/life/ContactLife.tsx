import './life.css';
import { Button } from '@mantine/core';
import {
  IconArrowMerge,
  IconBan,
  IconCertificate,
  IconFileDownload,
  IconMessage2,
  IconPencil,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { ContactSections, type Person } from '../../../../components/contact/ContactSections.tsx';
import { EvidenceDialog } from '../../../../components/contact/EvidencePacket.tsx';
import { EraseContact } from '../../../../components/contact/EraseContact.tsx';
import { OptOutDialog } from '../../../../components/contact/OptOutDialog.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { ContactStatusBadge } from '../../../../components/StatusBadge.tsx';
import { TabLinks } from '../../../../components/TabLinks.tsx';
import { displayName, fullName } from '../../../../format/person.ts';
import { phone } from '../../../../format/phone.ts';
import { useCan } from '../../../../session/rights.ts';
import { ContactAutomations } from '../../automations/manual-actions/ContactAutomations.tsx';
import { Consent } from './Consent.tsx';
import { t } from './texts.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { Standing } from './Standing.tsx';
import { Timeline } from './Timeline.tsx';

const back = { href: '/business/contacts', label: t('life.back') };

/** /business/contacts/{id}: one contact as a person: what happened, what they agreed to, all that is known. */
export default function ContactLife() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/contacts/{id}', { params: { id } });
  const contact = data?.data;
  if (error !== undefined)
    return (
      <div className="bk-page">
        <RecordHeader name={t('contacts.details')} back={back} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (contact === undefined)
    return (
      <div className="bk-page">
        <RecordHeader name="…" back={back} />
        <FormGhost sections={2} />
      </div>
    );
  // It was merged into another: that one's address from here on.
  if (contact.id !== id) return <Redirect to={`/business/contacts/${contact.id}`} replace />;
  return <Shown key={id} contact={contact} refresh={refresh} />;
}

function Shown({ contact, refresh }: { readonly contact: Person; readonly refresh: () => void }) {
  const { id } = contact;
  const { client, run } = useApp();
  const manages = useCan()('manage');
  const [, go] = useLocation();
  const here = `/business/contacts/${id}`;
  const isConsent = new URLSearchParams(useSearch()).get('tab') === 'consent';
  const [asking, setAsking] = useState<'opt-out' | 'take' | 'evidence' | 'merge' | null>(null);
  const close = () => {
    setAsking(null);
  };
  const name = displayName(contact);
  const take = () =>
    run(async () => {
      const { data } = await client.post('/contacts/{id}/data-file', { params: { id } });
      window.location.assign(data.url);
    });
  return (
    <div className="bk-page">
      <RecordHeader
        picture={<Avatar person={contact} size={44} />}
        name={name}
        back={back}
        badge={<ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />}
        {...(fullName(contact) === null || contact.phone === null ?
          {}
        : { sub: <span className="num">{phone(contact.phone)}</span> })}
      >
        <Button
          component={Link}
          href={`/business/livechat?contact=${id}`}
          leftSection={<IconMessage2 size={16} aria-hidden />}
        >
          {t('contacts.message')}
        </Button>
        <Button
          component={Link}
          href={`${here}/edit`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('contacts.edit')}
        </Button>
        <RowMenu
          name={name}
          actions={[
            ...(manages ?
              [
                {
                  id: 'take',
                  label: t('take.button'),
                  icon: IconFileDownload,
                  run: () => {
                    setAsking('take');
                  },
                },
                {
                  id: 'evidence',
                  label: t('evidence.button'),
                  icon: IconCertificate,
                  run: () => {
                    setAsking('evidence');
                  },
                },
                {
                  id: 'merge',
                  label: t('merge.button'),
                  icon: IconArrowMerge,
                  run: () => {
                    setAsking('merge');
                  },
                },
              ]
            : []),
            ...(contact.status === 'optedOut' ?
              []
            : [
                {
                  id: 'opt-out',
                  label: t('contacts.optOut'),
                  icon: IconBan,
                  danger: true,
                  run: () => {
                    setAsking('opt-out');
                  },
                },
              ]),
          ]}
        />
      </RecordHeader>
      <div className="bk-person">
        <div className="bk-card main">
          <TabLinks
            label={t('life.views')}
            current={isConsent ? `${here}?tab=consent` : here}
            tabs={[
              { href: here, label: t('life.timeline') },
              { href: `${here}?tab=consent`, label: t('life.consent') },
            ]}
          />
          {isConsent ?
            <Consent id={id} name={name} />
          : <Timeline id={id} />}
        </div>
        <aside className="bk-card bk-drawer" aria-label={t('life.facts')}>
          <ContactSections contact={contact} Title="h3" onChanged={refresh} />
          <ContactAutomations contactId={id} name={name} Title="h3" />
          <Standing id={id} onChanged={refresh} />
          {manages && (
            <div>
              <EraseContact
                id={id}
                name={name}
                onErased={() => {
                  go('/business/contacts');
                }}
              />
            </div>
          )}
        </aside>
      </div>
      <OptOutDialog contact={asking === 'opt-out' ? contact : null} onClose={close} onDone={refresh} />
      <MergeDialog
        opened={asking === 'merge'}
        id={id}
        otherId={null}
        onClose={close}
        onMerged={(kept) => {
          close();
          if (kept !== id) go(`/business/contacts/${kept}`, { replace: true });
          else refresh();
        }}
      />
      <ConfirmDialog
        opened={asking === 'take'}
        onClose={close}
        title={t('take.title', { name })}
        text={t('take.text')}
        confirm={t('take.confirm')}
        safe
        onConfirm={take}
      />
      <EvidenceDialog opened={asking === 'evidence'} id={id} name={name} onClose={close} />
    </div>
  );
}
