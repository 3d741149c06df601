import { Modal } from '@mantine/core';
import { IconKey, IconShieldCheck, IconShieldOff, IconUserShare, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ChangeUserPassword, ResetSecondFactor, type UserRow } from '../../../../api/contract/users.ts';
import { useApp } from '../../../session/context.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { type Column, DataList, Nothing } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { AreaField, PasswordField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { Instant } from '../../../components/Instant.tsx';
import { type SortOf, useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { type RowAction, RowMenu } from '../../../components/RowMenu.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { date, type DateStyle, listTime } from '../../../format/date.ts';
import { t } from './texts.ts';
import { useImpersonate } from '../../../session/impersonation.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';

const start = { sortBy: 'name', sortDesc: false, sortable: ['name', 'role', 'last_sign_in_at', 'created_at'] } as const;

const person = (row: UserRow) => ({ ...row, phone: null });
const belongsTo = (row: UserRow): string => row.business?.name ?? row.agency?.name ?? t('users.platform');

const columns = (style: DateStyle): readonly Column<UserRow, SortOf<'/users'>>[] => [
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
    cell: (row) => (
      <span className="bk-tags">
        <span className="bk-tag">{t(`role.${row.role}`)}</span>
        {row.second_factor && (
          <IconShieldCheck size={16} className="muted" aria-label={t('users.twoStep')} role="img" />
        )}
      </span>
    ),
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
        <Nothing what={t('contacts.never')} />
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
  const { impersonate } = useImpersonate();
  const list = useList('/users', start);
  const [changing, setChanging] = useState<UserRow | null>(null);
  const [resetting, setResetting] = useState<UserRow | null>(null);
  /** Operators are nobody's subordinates. */
  const actionsOf = (row: UserRow): readonly RowAction[] => [
    ...(row.role === 'Admin' ? [] : below(row)),
    ...(row.second_factor && row.id !== me.id ? [resetOf(row)] : []),
  ];
  const resetOf = (row: UserRow): RowAction => ({
    id: 'second-factor',
    label: t('users.resetTwoStep'),
    icon: IconShieldOff,
    run: () => {
      setResetting(row);
    },
  });
  const below = (row: UserRow): readonly RowAction[] => [
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
  const href = (row: UserRow): string | null =>
    row.business ? `/admin/businesses/${row.business.id}/edit`
    : row.agency ? `/admin/agencies/${row.agency.id}/edit`
    : row.id === me.id ? '/admin/profile'
    : null;
  return (
    <div className="bk-page">
      <PageHeader
        title={t('users.title')}
        {...(list.total === undefined ? {} : { meta: t('users.count', { count: list.total }) })}
      />
      <ListSearch label={t('users.search')} list={list} />
      <DataList
        label={t('users.title')}
        columns={columns(style)}
        list={list}
        keyOf={(row) => row.id}
        openLabel={(row) => t('users.open', { name: belongsTo(row) })}
        href={href}
        actions={(row) => <RowMenu name={row.full_name || row.email} actions={actionsOf(row)} />}
        card={(row) => (
          <span className="bk-cardlines">
            <Avatar person={person(row)} size={38} />
            <span className="text">
              <span className="line">
                <b className="clip" dir="auto">
                  {row.full_name || row.email}
                </b>
                <span className="bk-tag">{t(`role.${row.role}`)}</span>
              </span>
              <span className="line">
                <span className="muted clip">{row.email}</span>
              </span>
            </span>
          </span>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('users.noMatchText')} list={list} />
          : <EmptyState icon={IconUsers} title={t('users.none')} />
        }
      />
      {resetting && (
        <ResetDialog
          user={resetting}
          onClose={() => {
            setResetting(null);
            list.refresh();
          }}
        />
      )}
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

/** Takes away what someone lost. The reason is kept, and they are told. */
function ResetDialog({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: { reason: '' },
    schema: ResetSecondFactor,
    revision: null,
    save: ({ reason }: { reason: string }) =>
      client.post('/users/{user_id}/reset-second-factor', { params: { user_id: user.id }, body: { reason } }),
  });
  return (
    <Modal opened onClose={onClose} title={t('users.resetTitle', { name: user.full_name || user.email })} size="sm">
      <Form form={form} creating submit={t('users.resetTwoStep')} onCancel={onClose} afterSave={onClose}>
        <div className="bk-stack">
          <p className="muted">{t('users.resetText')}</p>
          <AreaField
            of={form.field('reason')}
            label={t('users.resetReason')}
            hint={t('users.resetReasonHint')}
            rows={2}
          />
        </div>
      </Form>
    </Modal>
  );
}

/** A new password for somebody. All their sessions end. */
function PasswordDialog({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: { password: '' },
    schema: ChangeUserPassword,
    revision: null,
    save: ({ password }: { password: string }) =>
      client.post('/users/{user_id}/change-password', { params: { user_id: user.id }, body: { password: password } }),
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
