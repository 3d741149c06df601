import './contacts.css';
import { Button, Select } from '@mantine/core';
import { IconAddressBook, IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { z } from 'zod';
import type { ContactList } from '../../../../api/contract/contacts.ts';
import { type ContactQuery, useContacts, useDashboard } from '../../../api/reads.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { Keywords } from '../../../components/Keywords.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { ContactStatusBadge } from '../../../components/StatusBadge.tsx';
import { date, dayKey, type DateStyle, listTime } from '../../../format/date.ts';
import { displayName, fullName } from '../../../format/person.ts';
import { phone } from '../../../format/phone.ts';
import { t } from './texts.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { ContactDrawer } from './ContactDrawer.tsx';

type Contact = z.output<typeof ContactList>['data'][number];
const perPage = 10;
const statuses = ['subscribed', 'optedOut', 'unknown'] as const;

const columns = (style: DateStyle): readonly Column<Contact>[] => [
  {
    id: 'name',
    title: t('contacts.col.name'),
    sort: 'name',
    cell: (row) => (
      <>
        <Avatar person={row} size={30} />
        <span className={`clip${fullName(row) === null ? ' faint' : ''}`}>{fullName(row) ?? t('contacts.noName')}</span>
      </>
    ),
  },
  {
    id: 'phone',
    title: t('contacts.col.phone'),
    sort: 'phone',
    width: 150,
    cell: (row) => (
      <span className="num" style={{ whiteSpace: 'nowrap' }}>
        {phone(row.phone)}
      </span>
    ),
  },
  {
    id: 'status',
    title: t('contacts.col.status'),
    sort: 'status',
    width: 158,
    cell: (row) => <ContactStatusBadge status={row.status} unreachable={row.unreachable} />,
  },
  {
    id: 'keywords',
    title: t('contacts.col.keywords'),
    width: 118,
    cell: (row) => <Keywords words={row.keywords} most={2} />,
  },
  {
    id: 'last',
    title: t('contacts.col.last'),
    sort: 'last_message_at',
    width: 118,
    cell: (row) =>
      row.last_message_at === null ?
        <span className="faint">{t('contacts.never')}</span>
      : <Instant at={row.last_message_at}>{listTime(row.last_message_at, style, new Date())}</Instant>,
  },
  {
    id: 'created',
    title: t('contacts.col.created'),
    sort: 'created_at',
    width: 124,
    spare: true,
    cell: (row) => (
      <Instant at={row.created_at} className="muted num">
        {date(row.created_at, style)}
      </Instant>
    ),
  },
];

/** The contacts of the business: find, filter, look at, opt out. */
export default function Contacts() {
  const style = useDateStyle();
  const asked = new URLSearchParams(useSearch()).get('status');
  const start: ContactQuery = {
    page: 1,
    perPage,
    search: '',
    keyword: null,
    status: statuses.find((status) => status === asked) ?? null,
    sortBy: 'created_at',
    sortDesc: true,
  };
  const [query, setQuery] = useState(start);
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, error, isStale, refresh } = useContacts(query);
  const campaigns = useKeywords();
  const keywords = [...new Set(campaigns.map((campaign) => campaign.keyword))];
  const change = (part: Partial<ContactQuery>) => {
    setQuery((now) => ({ ...now, page: 1, ...part }));
  };
  const filtered = query.search !== '' || query.keyword !== null || query.status !== null;
  const clear = () => {
    change({ search: '', keyword: null, status: null });
  };
  const total = data?.meta.total ?? 0;

  return (
    <div className="bk-page">
      <PageHeader
        title={t('contacts.title')}
        {...(data === undefined ? {} : { meta: t('contacts.count', { count: total }) })}
      />
      <div className="bk-toolbar">
        <SearchInput
          label={t('contacts.search')}
          value={query.search}
          onChange={(search) => {
            change({ search });
          }}
        />
        <FilterChips
          label={t('contacts.status')}
          value={query.status ?? 'all'}
          onChange={(status) => {
            change({ status: status === 'all' ? null : status });
          }}
          options={[
            { value: 'all' as const, label: t('contacts.all') },
            ...statuses.map((status) => ({ value: status, label: t(`contactStatus.${status}`) })),
          ]}
        />
        {keywords.length > 0 && (
          <Select
            aria-label={t('contacts.keyword')}
            placeholder={t('contacts.anyKeyword')}
            data={keywords}
            value={query.keyword}
            clearable
            searchable={keywords.length > 8}
            w={170}
            comboboxProps={{ shadow: 'lg' }}
            clearButtonProps={{ 'aria-label': t('list.clearFilters') }}
            onChange={(keyword) => {
              change({ keyword });
            }}
          />
        )}
        {filtered && (
          <Button variant="subtle" color="gray" leftSection={<IconFilterOff size={15} aria-hidden />} onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        )}
      </div>
      <DataList
        label={t('contacts.title')}
        columns={columns(style)}
        rows={data?.data}
        total={total}
        keyOf={(row) => row.id}
        openLabel={(row) => t('contacts.open', { name: displayName(row) })}
        onOpen={(row) => {
          setOpenId(row.id);
        }}
        sort={{ by: query.sortBy, desc: query.sortDesc }}
        onSort={(sort) => {
          change({ sortBy: sort.by, sortDesc: sort.desc });
        }}
        page={query.page}
        perPage={perPage}
        onPage={(page) => {
          change({ page });
        }}
        stale={isStale}
        error={error}
        onRetry={refresh}
        card={(row) => <ContactCard contact={row} style={style} />}
        empty={
          filtered ?
            <EmptyState icon={IconFilterOff} title={t('list.noMatch')} text={t('list.noMatchText')}>
              <Button variant="default" onClick={clear}>
                {t('list.clearFilters')}
              </Button>
            </EmptyState>
          : <EmptyState
              icon={IconAddressBook}
              title={t('contacts.empty')}
              text={
                campaigns[0]?.number ?
                  t('contacts.emptyText', { keyword: campaigns[0].keyword, number: phone(campaigns[0].number) })
                : t('contacts.emptyTextPlain')
              }
            />
        }
      />
      <ContactDrawer
        id={openId}
        onClose={() => {
          setOpenId(null);
        }}
        onChanged={refresh}
      />
    </div>
  );
}

/** The keywords there are, from the dashboard's campaigns of today. */
function useKeywords() {
  const today = dayKey(new Date(), useProfile().business?.timezone ?? 'UTC');
  return useDashboard({ from: today, to: today }).data?.data.campaigns ?? [];
}

function ContactCard({ contact, style }: { readonly contact: Contact; readonly style: DateStyle }) {
  return (
    <span className="bk-contactcard">
      <Avatar person={contact} size={38} />
      <span className="text">
        <span className="line">
          <b className="clip">{displayName(contact)}</b>
          {contact.last_message_at !== null && (
            <Instant at={contact.last_message_at} className="faint">
              {listTime(contact.last_message_at, style, new Date())}
            </Instant>
          )}
        </span>
        <span className="line">
          <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} />
          {fullName(contact) === null ?
            <Keywords words={contact.keywords} most={1} />
          : <span className="num faint">{phone(contact.phone)}</span>}
        </span>
      </span>
    </span>
  );
}
