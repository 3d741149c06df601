import { Button, Modal } from '@mantine/core';
import { IconFilterOff, IconKey, IconUserShare, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ChangeUserPassword, type UserRow } from '../../../../api/contract/users.ts';
import { tenancy } from '../../../api/tenancy-commands.ts';
import { useUsers } from '../../../api/tenancy-reads.ts';
import { useApp } from '../../../app/context.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { type Column, DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { PasswordField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { Instant } from '../../../components/Instant.tsx';
import { useListState } from '../../../components/listState.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { type RowAction, RowMenu } from '../../../components/RowMenu.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { date, type DateStyle, listTime } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useImpersonate } from '../../../session/impersonation.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { asQuery, userStart } from '../../tenancy/list.ts';

const person = (row: UserRow) => ({ ...row, phone: null });
const belongsTo = (row: UserRow): string => row.business?.name ?? row.agency?.name ?? t('users.platform');

const columns = (style: DateStyle): readonly Column<UserRow>[] => [
  {
    id: 'name',
    title: t('field.name'),
    sort: 'name',
    cell: (row) => (
      <>
        <Avatar person={person(row)} size={32} />
        <TwoLines main={row.full_name || row.email} sub={row.full_name ? row.email : null} />
      </>
    ),
  },
  {
    id: 'role',
    title: t('field.role'),
    sort: 'role',
    width: 116,
    cell: (row) => <span className="bk-tag">{t(`role.${row.role}`)}</span>,
  },
  {
    id: 'of',
    title: t('users.belongsTo'),
    width: 230,
    cell: (row) => <TwoLines main={belongsTo(row)} sub={row.business && row.agency ? row.agency.name : null} />,
  },
  {
    id: 'seen',
    title: t('users.lastSignIn'),
    sort: 'last_sign_in_at',
    width: 136,
    cell: (row) =>
      row.last_sign_in_at === null ?
        <span className="faint">{t('contacts.never')}</span>
      : <Instant at={row.last_sign_in_at}>{listTime(row.last_sign_in_at, style, new Date())}</Instant>,
  },
  {
    id: 'created',
    title: t('field.createdAt'),
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

/** Everybody who can sign in. */
export default function Users() {
  const style = useDateStyle();
  const me = useProfile();
  const [, go] = useLocation();
  const { impersonate } = useImpersonate();
  const { state, change } = useListState(userStart);
  const { data, error, isStale, refresh } = useUsers(asQuery(state, null));
  const [changing, setChanging] = useState<UserRow | null>(null);
  /** Operators are nobody's subordinates. */
  const actionsOf = (row: UserRow): readonly RowAction[] =>
    row.role === 'Admin' ?
      []
    : [
        {
          id: 'act',
          label: t('acting.as'),
          icon: IconUserShare,
          run: () => {
            void impersonate(row.id);
          },
        },
        {
          id: 'password',
          label: t('users.changePassword'),
          icon: IconKey,
          run: () => {
            setChanging(row);
          },
        },
      ];
  const open = (row: UserRow) => {
    if (row.business) go(`/admin/businesses/${row.business.id}/edit`);
    else if (row.agency) go(`/admin/agencies/${row.agency.id}/edit`);
    else if (row.id === me.id) go('/admin/profile');
  };
  return (
    <div className="bk-page">
      <PageHeader
        title={t('users.title')}
        {...(data === undefined ? {} : { meta: t('users.count', { count: data.meta.total }) })}
      />
      <div className="bk-toolbar">
        <SearchInput
          label={t('users.search')}
          value={state.search}
          onChange={(search) => {
            change({ search });
          }}
        />
      </div>
      <DataList
        label={t('users.title')}
        columns={columns(style)}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        keyOf={(row) => row.id}
        openLabel={(row) => t('users.open', { name: belongsTo(row) })}
        onOpen={open}
        actions={(row) => <RowMenu name={row.full_name || row.email} actions={actionsOf(row)} />}
        sort={{ by: state.sortBy, desc: state.sortDesc }}
        onSort={(sort) => {
          change({ sortBy: sort.by, sortDesc: sort.desc });
        }}
        page={state.page}
        perPage={10}
        onPage={(page) => {
          change({ page });
        }}
        stale={isStale}
        error={error}
        onRetry={refresh}
        card={(row) => (
          <span className="bk-cardlines">
            <Avatar person={person(row)} size={38} />
            <span className="text">
              <span className="line">
                <b className="clip">{row.full_name || row.email}</b>
                <span className="bk-tag">{t(`role.${row.role}`)}</span>
              </span>
              <span className="line">
                <span className="muted clip">{row.email}</span>
              </span>
            </span>
          </span>
        )}
        empty={
          state.search === '' ?
            <EmptyState icon={IconUsers} title={t('users.none')} />
          : <EmptyState icon={IconFilterOff} title={t('list.noMatch')} text={t('users.noMatchText')}>
              <Button
                variant="default"
                onClick={() => {
                  change({ search: '' });
                }}
              >
                {t('list.clearFilters')}
              </Button>
            </EmptyState>
        }
      />
      {changing && (
        <PasswordDialog
          user={changing}
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
    </div>
  );
}

/** A new password for somebody. All their sessions end. */
function PasswordDialog({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: { password: '' },
    schema: ChangeUserPassword,
    revision: null,
    save: ({ password }: { password: string }) => tenancy.changeUserPassword(client, user.id, password),
  });
  return (
    <Modal opened onClose={onClose} title={t('users.passwordTitle', { name: user.full_name || user.email })} size="sm">
      <Form form={form} creating submit={t('users.changePassword')} onCancel={onClose} afterSave={onClose}>
        <div className="bk-stack">
          <p className="muted">{t('users.passwordText')}</p>
          <PasswordField
            of={form.field('password')}
            label={t('field.newPassword')}
            autoComplete="new-password"
            hint={t('field.passwordHint')}
          />
        </div>
      </Form>
    </Modal>
  );
}
