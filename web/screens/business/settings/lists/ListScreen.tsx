import './lists.css';
import { Button } from '@mantine/core';
import { IconEdit, IconPlus, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { entryKinds, type Listing } from '../../../../../api/contract/blocklists.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { DataList } from '../../../../components/DataList.tsx';
import { EmptyState } from '../../../../components/EmptyState.tsx';
import { FilterChips } from '../../../../components/FilterChips.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { useList } from '../../../../components/list.ts';
import { NoMatch } from '../../../../components/ListTools.tsx';
import { PageHeader } from '../../../../components/PageHeader.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { SearchInput } from '../../../../components/SearchInput.tsx';
import { TabLinks } from '../../../../components/TabLinks.tsx';
import { TwoLines } from '../../../../components/Tile.tsx';
import { date } from '../../../../format/date.ts';
import { phone } from '../../../../format/phone.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { AddDialog, EditDialog, type ListName } from './EntryDialogs.tsx';
import { t } from './texts.ts';

const start = {
  sortBy: 'created_at',
  sortDesc: true,
  sortable: ['created_at', 'value'],
  filters: { kind: entryKinds },
} as const;
const base = '/business/settings';

/** Numbers are shown as everywhere. */
export const shownValue = ({ kind, value }: Pick<Listing, 'kind' | 'value'>): string =>
  kind === 'phone' ? phone(value) : value;

/** One of the two lists, which differ in their words and calls alone. */
export function ListScreen({ name }: { readonly name: ListName }) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const style = useDateStyle();
  const path = `/${name}` as const;
  const list = useList(path, start);
  const [asked, setAsked] = useState<{ readonly kind: 'edit' | 'remove'; readonly entry: Listing } | 'new' | null>(
    null,
  );
  const close = () => {
    setAsked(null);
  };
  const about = asked === null || asked === 'new' ? null : asked;
  const two = (entry: Listing) => <TwoLines main={shownValue(entry)} sub={entry.note ?? ''} />;
  return (
    <div className="bk-page">
      <PageHeader title={t('lists.title')}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setAsked('new');
          }}
        >
          {t('lists.add')}
        </Button>
      </PageHeader>
      <TabLinks
        label={t('lists.title')}
        current={`${base}/${name}`}
        tabs={[
          { href: `${base}/blacklists`, label: t('lists.blacklists') },
          { href: `${base}/whitelists`, label: t('lists.whitelists') },
          { href: base, label: t('lists.settings') },
        ]}
      />
      <p className="muted bk-lists-text">{t(`lists.${name}.text`)}</p>
      <div className="bk-toolbar">
        <SearchInput
          label={t('lists.search')}
          value={list.state.search}
          onChange={(search) => {
            list.change({ search });
          }}
        />
        <FilterChips
          label={t('lists.kinds')}
          value={list.state.filters['kind'] ?? 'all'}
          onChange={(chosen) => {
            list.filter('kind', chosen === 'all' ? null : chosen);
          }}
          options={['all' as const, ...entryKinds].map((kind) => ({ value: kind, label: t(`lists.kind.${kind}`) }))}
        />
      </div>
      <DataList<Listing>
        label={t(`lists.${name}`)}
        list={list}
        keyOf={({ id }) => id}
        href={() => null}
        openLabel={(entry) => t('lists.editTitle', { value: shownValue(entry) })}
        actions={(entry) => (
          <RowMenu
            name={t('lists.of', { value: shownValue(entry) })}
            actions={[
              {
                id: 'edit',
                label: t('lists.edit'),
                icon: IconEdit,
                run: () => {
                  setAsked({ kind: 'edit', entry });
                },
              },
              {
                id: 'remove',
                label: t('lists.remove'),
                icon: IconTrash,
                danger: true,
                run: () => {
                  setAsked({ kind: 'remove', entry });
                },
              },
            ]}
          />
        )}
        columns={[
          { id: 'value', title: t('lists.value'), sort: 'value', cell: two },
          { id: 'kind', title: t('lists.kinds'), width: 180, cell: ({ kind }) => t(`lists.kind.${kind}`) },
          {
            id: 'since',
            title: t('lists.since'),
            sort: 'created_at',
            width: 160,
            cell: (entry) => <Instant at={entry.created_at}>{date(entry.created_at, style)}</Instant>,
          },
        ]}
        card={two}
        empty={
          list.filtered ?
            <NoMatch text={t('lists.noMatch')} list={list} />
          : <EmptyState
              icon={name === 'blacklists' ? IconShieldOff : IconShieldCheck}
              title={t(`lists.${name}.none`)}
              text={t(`lists.${name}.noneText`)}
            >
              <Button
                variant="default"
                onClick={() => {
                  setAsked('new');
                }}
              >
                {t('lists.first')}
              </Button>
            </EmptyState>
        }
      />
      {asked === 'new' && <AddDialog name={name} onClose={close} />}
      {about?.kind === 'edit' && <EditDialog name={name} entry={about.entry} onClose={close} />}
      <ConfirmDialog
        opened={about?.kind === 'remove'}
        title={t('lists.removeTitle', { value: about === null ? '' : shownValue(about.entry) })}
        text={t('lists.removeText')}
        confirm={t('lists.remove')}
        onConfirm={() =>
          run(async () => {
            if (about === null) return;
            await client.delete(`/${name}/{id}`, { params: { id: about.entry.id } });
            await refresh(path);
          })
        }
        onClose={close}
      />
    </div>
  );
}
