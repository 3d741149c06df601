import '../../notifications/notifications.css';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Audience, CreateNotification as Contract } from '../../../../api/contract/notifications.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { asList, useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { AreaField, SelectField, TextField } from '../../../components/form/fields.tsx';
import { type Field, useRecordForm } from '../../../components/form/useRecordForm.ts';
import { NotificationLook, previewLength } from '../../../components/NotificationRow.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { t } from './texts.ts';

const list = '/admin/notifications';
type One = 'agency' | 'business' | 'user';
const oneOf = (audience: Audience): One | null =>
  audience === 'agency' || audience === 'business' || audience === 'user' ? audience : null;

/** What is to be written again, from the address. */
function former(query: string): { title: string; content: string; link: string } {
  try {
    const { title, content, link } = JSON.parse(new URLSearchParams(query).get('from') ?? '{}') as Record<
      string,
      unknown
    >;
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    return { title: text(title), content: text(content), link: text(link) };
  } catch {
    return { title: '', content: '', link: '' };
  }
}

/** An operator writes to everybody, a role, or one. */
export default function CreateNotification() {
  const { client } = useApp();
  const [, go] = useLocation();
  const [begin] = useState(former(useSearch()));
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: { audience: 'all' as Audience, target_id: '', ...begin },
    schema: Contract,
    revision: null,
    toBody: ({ audience, target_id, title, content, link }) => ({
      audience,
      target_id: oneOf(audience) === null || target_id === '' ? null : target_id,
      title,
      content,
      link: link.trim() === '' ? null : link.trim(),
    }),
    save: (body) => client.post('/notifications', { body: body }),
    onSaved: () => {
      void refresh('/notifications/list');
    },
  });
  const { audience, title, content } = form.values;
  const one = oneOf(audience);
  const audienceField: Field<Audience> = {
    ...form.field('audience'),
    change: (next) => {
      form.set('audience', next);
      form.set('target_id', '');
    },
  };
  return (
    <div className="bk-page">
      <RecordHeader name={t('notices.write')} back={{ href: list, label: t('notices.title') }} />
      <Form
        form={form}
        creating
        submit={t(`notices.sendTo.${audience}`)}
        onCancel={() => {
          go(list);
        }}
        afterSave={() => {
          go(list);
        }}
      >
        <Section title={t('notices.who')} text={t('notices.whoText')}>
          <SelectField
            of={audienceField}
            label={t('notices.audience')}
            options={Audience.options.map((value) => ({ value, label: t(`notices.audience.${value}`) }))}
          />
          {one !== null && <Target key={one} kind={one} of={form.field('target_id')} />}
        </Section>
        <Section title={t('notices.what')} text={t('notices.whatText')}>
          <TextField of={form.field('title')} label={t('notices.field.title')} maxLength={120} autoComplete="off" />
          <AreaField of={form.field('content')} label={t('notices.field.content')} rows={5} maxLength={2000} />
          <TextField
            of={form.field('link')}
            label={t('notices.field.link')}
            hint={t('notices.field.linkHint')}
            optional
            autoComplete="off"
          />
          <div>
            <div className="mantine-InputWrapper-label" aria-hidden>
              {t('notices.preview')}
            </div>
            <div className="bk-card bk-bellpreview" role="img" aria-label={t('notices.preview')}>
              <div className="bk-notification unread">
                <NotificationLook
                  kind="announcement"
                  title={title.trim() || t('notices.preview.title')}
                  content={content.trim() || t('notices.preview.content')}
                />
              </div>
            </div>
            {content.trim().length > previewLength && (
              <p className="muted" style={{ fontSize: 'var(--text-s)' }} role="status">
                {t('notices.left', { count: content.trim().length - previewLength })}
              </p>
            )}
          </div>
        </Section>
      </Form>
    </div>
  );
}

const query = (search: string) => ({ per_page: 20, search, sort_by: 'name' as const, sort_desc: '0' as const });

/** One agency, business or person, found as one types: there can be thousands. */
function Target({ kind, of }: { readonly kind: One; readonly of: Field<string> }) {
  const Found = { agency: AgencyOptions, business: BusinessOptions, user: UserOptions }[kind];
  return <Found of={of} kind={kind} />;
}
interface OptionsProps {
  readonly of: Field<string>;
  readonly kind: One;
}
const AgencyOptions = (props: OptionsProps) => {
  const [search, setSearch] = useState('');
  const found = useRead('/agencies', { query: { ...query(search), status: 'active' } }, asList).data?.data ?? [];
  return <Picker {...props} onSearch={setSearch} options={found.map(({ id, name }) => ({ value: id, label: name }))} />;
};
const BusinessOptions = (props: OptionsProps) => {
  const [search, setSearch] = useState('');
  const found = useRead('/businesses', { query: { ...query(search), status: 'active' } }, asList).data?.data ?? [];
  return (
    <Picker
      {...props}
      onSearch={setSearch}
      options={found.map(({ id, name, agency }) => ({ value: id, label: agency ? `${name} (${agency.name})` : name }))}
    />
  );
};
const UserOptions = (props: OptionsProps) => {
  const [search, setSearch] = useState('');
  const found = useRead('/users', { query: query(search) }, asList).data?.data ?? [];
  return (
    <Picker
      {...props}
      onSearch={setSearch}
      options={found.map(({ id, full_name, email }) => ({
        value: id,
        label: full_name ? `${full_name} (${email})` : email,
      }))}
    />
  );
};

function Picker({
  of,
  kind,
  options,
  onSearch,
}: OptionsProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onSearch: (text: string) => void;
}) {
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const known = chosen === null || options.some(({ value }) => value === chosen.value) ? options : [...options, chosen];
  return (
    <Select
      label={t(`notices.target.${kind}`)}
      placeholder={t('notices.target.hint')}
      name={of.name}
      error={of.error}
      searchable
      value={of.value === '' ? null : of.value}
      data={[...known]}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('list.noMatch')}
      comboboxProps={{ shadow: 'lg' }}
      maxDropdownHeight={280}
      onSearchChange={(text) => {
        onSearch(text === chosen?.label ? '' : text);
      }}
      onChange={(value) => {
        setChosen(known.find((option) => option.value === value) ?? null);
        of.change(value ?? '');
      }}
    />
  );
}
