import './contacts.css';
import { Button, Select } from '@mantine/core';
import {
  IconAddressBook,
  IconArrowMerge,
  IconDownload,
  IconFilterOff,
  IconPlus,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Contact } from '../../../../api/contract/contacts.ts';
import { useRead } from '../../../data/read.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { readFilter } from '../../../components/contact-filter/model.ts';
import { useFilterData } from '../../../components/contact-filter/useFilterData.ts';
import { SendButton } from '../../../components/contact-filter/SendButton.tsx';
import type { Shown } from '../../../components/contact-filter/audience.ts';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FilterChips } from '../../../components/FilterChips.tsx';
import { HeadActions } from '../../../components/HeadActions.tsx';
import { Instant } from '../../../components/Instant.tsx';
import { Keywords } from '../../../components/Keywords.tsx';
import { type SortOf, useList, withParam } from '../../../components/list.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { ContactStatusBadge } from '../../../components/StatusBadge.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { date, dayKey, type DateStyle, listTime } from '../../../format/date.ts';
import { ExportContacts } from '../../../components/export/ExportContacts.tsx';
import { displayName, fullName } from '../../../format/person.ts';
import { phone } from '../../../format/phone.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { useCan } from '../../../session/rights.ts';
import { ContactDrawer } from '../../../components/contact/ContactDrawer.tsx';
import { BulkBar, type Whose } from './bulk/BulkBar.tsx';
import { BulkProgress } from './bulk/BulkProgress.tsx';
import { useChosen } from './bulk/useChosen.ts';
import { ColumnsMenu, useHiddenColumns } from './ColumnsMenu.tsx';
import { FilterBar } from './FilterBar.tsx';
import { t } from './texts.ts';

const statuses = ['subscribed', 'optedOut', 'unknown'] as const;
/** Newest first: who just came is on top. */
const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['name', 'phone', 'status', 'last_message_at', 'created_at'],
  filters: { status: statuses, keywords: null, tags: null, filter: null, segment_id: null },
} as const;
/** The contact beside the list: part of the address, so that Back closes it and a link opens it. */
const beside = 'contact';

const columns = (style: DateStyle): readonly Column<Contact, SortOf<'/contacts'>>[] => [
  {
    id: 'name',
    title: t('contacts.col.name'),
    sort: 'name',
    cell: (row) => (
      <>
        <Avatar person={row} size={30} />
        <TwoLines main={displayName(row)} sub={row.email} />
      </>
    ),
  },
  {
    id: 'phone',
    title: t('contacts.col.phone'),
    sort: 'phone',
    width: 150,
    cell: (row) =>
      row.phone === null ? <Nothing what={t('contacts.noNumber')} />
      : fullName(row) === null ? <Nothing what={t('contacts.numberIsName')} />
      : <span className="num nowrap">{phone(row.phone)}</span>,
  },
  {
    id: 'status',
    title: t('contacts.col.status'),
    sort: 'status',
    width: 150,
    cell: (row) => <ContactStatusBadge status={row.status} unreachable={row.unreachable} />,
  },
  {
    id: 'keywords',
    title: t('contacts.col.keywords'),
    width: 118,
    spare: true,
    cell: (row) =>
      row.keywords.length === 0 ?
        <Nothing what={t('contacts.noKeywords')} />
      : <Keywords words={row.keywords} most={1} />,
  },
  {
    id: 'tags',
    title: t('contacts.tags'),
    width: 170,
    spare: true,
    cell: (row) =>
      row.tags.length === 0 ? <Nothing what={t('contacts.noTags')} /> : <Keywords words={row.tags} most={1} />,
  },
  {
    id: 'last',
    title: t('contacts.col.last'),
    sort: 'last_message_at',
    width: 118,
    cell: (row) =>
      row.last_message_at === null ?
        <Nothing what={t('contacts.never')} />
      : <Instant at={row.last_message_at}>{listTime(row.last_message_at, style, new Date())}</Instant>,
  },
  {
    id: 'created',
    title: t('contacts.col.created'),
    sort: 'created_at',
    width: 116,
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
  const [path, go] = useLocation();
  const search = useSearch();
  const list = useList('/contacts', start);
  const campaigns = useKeywords();
  const keywords = [...new Set(campaigns.map((campaign) => campaign.keyword))];
  const {
    status = null,
    keywords: keyword = null,
    tags: tag = null,
    segment_id: segmentId = null,
  } = list.state.filters;
  const filter = readFilter(list.state.filters['filter'] ?? null);
  const data = useFilterData(filter);
  const total = list.total ?? 0;
  const chosen = useChosen(JSON.stringify([list.state.search, list.state.filters]));
  const narrowed = {
    search: list.state.search,
    ...(status === null ? {} : { status: status as (typeof statuses)[number] }),
    ...(keyword === null ? {} : { keywords: [keyword] }),
    ...(tag === null ? {} : { tags: [tag] }),
    ...(segmentId === null ? {} : { segment_id: segmentId }),
    ...(filter === null ? {} : { filter }),
  };
  const whose = useMemo(
    (): Whose =>
      chosen.everybody ? { filters: { ...narrowed, except: [...chosen.except] } } : { contact_ids: [...chosen.ids] },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the filter is the address's, which `list.state` stands for
    [chosen, list.state],
  );
  const listed: Shown = {
    search: list.state.search,
    status: status as (typeof statuses)[number] | null,
    keyword,
    tag,
    segmentId,
    filter,
    except: [...chosen.except],
  };
  const shown = chosen.everybody ? total - chosen.except.size : chosen.ids.size;
  const [hidden, setHidden] = useHiddenColumns();
  const can = useCan();
  const manages = can('manage');
  const every = columns(style);
  const selection =
    manages ?
      {
        selection: {
          has: chosen.has,
          toggle: chosen.toggle,
          label: (row: Contact) => t('contacts.select', { name: displayName(row) }),
          pageLabel: t('contacts.selectPage'),
        },
      }
    : {};

  return (
    <div className="bk-page">
      <PageHeader
        title={t('contacts.title')}
        {...(list.total === undefined ?
          {}
        : { meta: t(list.isMore ? 'contacts.moreThan' : 'contacts.count', { count: list.total }) })}
      >
        <ColumnsMenu columns={every.slice(1)} hidden={hidden} onChange={setHidden} />
        {manages && (
          <ExportContacts
            {...(shown > 0 ?
              { whose, count: shown, which: chosen.everybody ? 'filtered' : 'chosen' }
            : { whose: { filters: narrowed }, count: total, which: list.filtered ? 'filtered' : 'everybody' })}
            trigger={(open) => (
              <HeadActions
                name={t('contacts.title')}
                actions={[
                  {
                    id: 'export',
                    label: t('contacts.export'),
                    icon: IconDownload,
                    disabled: shown === 0 && total === 0,
                    run: open,
                  },
                  {
                    id: 'duplicates',
                    label: t('contacts.duplicates'),
                    icon: IconArrowMerge,
                    href: '/business/contacts/duplicates',
                  },
                  { id: 'import', label: t('contacts.import'), icon: IconUpload, href: '/business/contacts/import' },
                ]}
              />
            )}
          />
        )}
        <Button component={Link} href="/business/contacts/create" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('contacts.new')}
        </Button>
      </PageHeader>
      <div className="bk-toolbar">
        <SearchInput
          label={t('contacts.search')}
          value={list.state.search}
          onChange={(words) => {
            list.change({ search: words });
          }}
        />
        {keywords.length > 0 && (
          <Select
            aria-label={t('contacts.keyword')}
            placeholder={t('contacts.anyKeyword')}
            data={keywords}
            value={keyword}
            clearable
            searchable={keywords.length > 8}
            className="bk-keywordfilter"
            comboboxProps={{ shadow: 'lg' }}
            clearButtonProps={{ 'aria-label': t('list.clearFilters') }}
            onChange={(chosen) => {
              list.filter('keywords', chosen);
            }}
          />
        )}
        <FilterBar
          filter={filter}
          segmentId={segmentId}
          data={data}
          onFilter={(next) => {
            list.filter('filter', next === null ? null : JSON.stringify(next));
          }}
          onSegment={(id) => {
            const { segment_id: _, filter: __, ...others } = list.state.filters;
            list.change({ filters: id === null ? others : { ...others, segment_id: id } });
          }}
        >
          <FilterChips
            label={t('contacts.status')}
            value={status ?? 'all'}
            onChange={(chosen) => {
              list.filter('status', chosen === 'all' ? null : chosen);
            }}
            options={[
              { value: 'all', label: t('contacts.all') },
              ...statuses.map((one) => ({ value: one, label: t(`contactStatus.${one}`) })),
            ]}
          />
        </FilterBar>
        {tag !== null && (
          <Button
            variant="default"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`${t('list.clearFilters')}: ${t('contacts.onlyTagged', { tag })}`}
            onClick={() => {
              list.filter('tags', null);
            }}
          >
            {t('contacts.onlyTagged', { tag })}
          </Button>
        )}
        {manages && list.filtered && total > 0 && shown === 0 && <SendButton shown={listed} />}
        {list.filtered && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilterOff size={15} aria-hidden />}
            onClick={list.clear}
          >
            {t('list.clearFilters')}
          </Button>
        )}
      </div>
      {manages && <BulkProgress />}
      {manages && shown > 0 && (
        <BulkBar
          whose={whose}
          send={<SendButton size="compact-md" shown={chosen.everybody ? listed : { contactIds: [...chosen.ids] }} />}
          shown={shown}
          total={total}
          everybody={chosen.everybody}
          keywords={[...new Set(data.campaigns.flatMap((one) => one.keyword ?? []))]}
          onEverybody={chosen.all}
          onClear={chosen.clear}
          onStarted={chosen.clear}
        />
      )}
      <DataList
        label={t('contacts.title')}
        list={list}
        columns={every.filter(({ id }) => !hidden.has(id))}
        {...selection}
        keyOf={(row) => row.id}
        openLabel={(row) => t('contacts.open', { name: displayName(row) })}
        href={(row) => withParam(path, search, beside, row.id)}
        card={(row) => <ContactCard contact={row} style={style} />}
        empty={
          list.filtered ?
            <EmptyState icon={IconFilterOff} title={t('list.noMatch')} text={t('list.noMatchText')}>
              <Button variant="default" onClick={list.clear}>
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
            >
              {manages && (
                <Button component={Link} href="/business/contacts/import" variant="default">
                  {t('contacts.emptyFile')}
                </Button>
              )}
              <Button component={Link} href="/business/contacts/create" variant="default">
                {t('contacts.emptyAdd')}
              </Button>
            </EmptyState>
        }
      />
      <ContactDrawer
        id={new URLSearchParams(search).get(beside)}
        onClose={() => {
          go(withParam(path, search, beside, null));
        }}
        onChanged={list.refresh}
      />
    </div>
  );
}

/** The keywords there are, from the dashboard's campaigns of today. */
function useKeywords() {
  const today = dayKey(new Date(), useProfile().business?.timezone ?? 'UTC');
  const { data } = useRead(
    '/businesses/dashboard-reports',
    useCan()('manage') ? { query: { date_range: `${today},${today}` } } : null,
  );
  return data?.data.campaigns ?? [];
}

function ContactCard({ contact, style }: { readonly contact: Contact; readonly style: DateStyle }) {
  return (
    <span className="bk-contactcard">
      <Avatar person={contact} size={38} />
      <span className="text">
        <span className="line">
          <b className="clip" dir="auto">
            {displayName(contact)}
          </b>
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
          : <span className="num faint clip">{contact.phone === null ? contact.email : phone(contact.phone)}</span>}
        </span>
      </span>
    </span>
  );
}
