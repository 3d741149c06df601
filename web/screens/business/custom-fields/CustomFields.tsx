import './custom-fields.css';
import { Button, Modal } from '@mantine/core';
import { IconEdit, IconForms, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { CreateCustomField, type CustomField, UpdateCustomField } from '../../../../api/contract/custom-fields.ts';
import { fieldKinds } from '../../../../api/contract/custom-fields.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import { DataList } from '../../../components/DataList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Form } from '../../../components/form/Form.tsx';
import { AreaField, SelectField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useList } from '../../../components/list.ts';
import { ListSearch, NoMatch } from '../../../components/ListTools.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { TwoLines } from '../../../components/Tile.tsx';
import { useUses, withUses } from '../../../components/UsedIn.tsx';
import { t } from './texts.ts';

const start = { sortBy: 'created_at', sortDesc: false, sortable: ['created_at', 'name', 'kind'] } as const;
const path = '/custom-fields';

/** As it is written into a text. */
const tagOf = ({ key }: CustomField): string => `{{${key}}}`;
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** /business/settings/custom-fields */
export default function CustomFields() {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const list = useList(path, start);
  const usesOf = useUses();
  const [asked, setAsked] = useState<{ readonly kind: 'edit' | 'delete'; readonly field: CustomField } | 'new' | null>(
    null,
  );
  const close = () => {
    setAsked(null);
  };
  const editing = asked === 'new' || asked?.kind === 'edit';
  return (
    <div className="bk-page">
      <PageHeader title={t('fields.title')}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setAsked('new');
          }}
        >
          {t('fields.new')}
        </Button>
      </PageHeader>
      <p className="muted bk-fields-text">{t('fields.text')}</p>
      <ListSearch label={t('fields.search')} list={list} />
      <DataList<CustomField>
        label={t('fields.title')}
        list={list}
        keyOf={({ id }) => id}
        href={() => null}
        openLabel={({ name }) => t('fields.editTitle', { name })}
        actions={(field) => (
          <RowMenu
            name={t('fields.of', { name: field.name })}
            actions={[
              {
                id: 'edit',
                label: t('fields.edit'),
                icon: IconEdit,
                run: () => {
                  setAsked({ kind: 'edit', field });
                },
              },
              {
                id: 'delete',
                label: t('fields.delete'),
                icon: IconTrash,
                danger: true,
                run: () => {
                  setAsked({ kind: 'delete', field });
                },
              },
            ]}
          />
        )}
        columns={[
          {
            id: 'name',
            title: t('fields.name'),
            sort: 'name',
            cell: (field) => (
              <TwoLines
                main={field.name}
                sub={withUses(field.kind === 'choice' ? field.choices.join(', ') : null, usesOf('field', field.id))}
              />
            ),
          },
          {
            id: 'kind',
            title: t('fields.kind'),
            sort: 'kind',
            width: 200,
            cell: ({ kind }) => t(`fields.kind.${kind}`),
          },
          {
            id: 'tag',
            title: t('fields.tag'),
            width: 280,
            cell: (field) => <CopyField label={t('fields.tag')} value={tagOf(field)} />,
          },
        ]}
        card={(field) => (
          <div className="bk-fields-card">
            <TwoLines main={field.name} sub={withUses(t(`fields.kind.${field.kind}`), usesOf('field', field.id))} />
            <CopyField label={t('fields.tag')} value={tagOf(field)} />
          </div>
        )}
        empty={
          list.filtered ?
            <NoMatch text={t('fields.noMatch')} list={list} />
          : <EmptyState icon={IconForms} title={t('fields.none')} text={t('fields.noneText')}>
              <Button
                variant="default"
                onClick={() => {
                  setAsked('new');
                }}
              >
                {t('fields.first')}
              </Button>
            </EmptyState>
        }
      />
      {editing && <FieldDialog field={asked === 'new' ? null : asked.field} onClose={close} />}
      <ConfirmDialog
        opened={asked !== null && asked !== 'new' && asked.kind === 'delete'}
        title={t('fields.deleteTitle', { name: asked === null || asked === 'new' ? '' : asked.field.name })}
        text={t('fields.deleteText')}
        confirm={t('fields.delete')}
        uses={usesOf('field', asked === null || asked === 'new' ? undefined : asked.field.id)}
        onConfirm={() =>
          run(async () => {
            if (asked === null || asked === 'new') return;
            const { id } = asked.field;
            const evenIfUsed = usesOf('field', id).length > 0 ? { query: { even_if_used: true } } : {};
            await client.delete('/custom-fields/{id}', { params: { id }, ...evenIfUsed });
            await refresh(path, '/uses');
          })
        }
        onClose={close}
      />
    </div>
  );
}

/** A new field, or another name and other choices for one that is there. */
function FieldDialog({ field, onClose }: { readonly field: CustomField | null; readonly onClose: () => void }) {
  const { client } = useApp();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: {
      name: field?.name ?? '',
      kind: field?.kind ?? ('text' as CustomField['kind']),
      choices: field?.choices.join('\n') ?? '',
    },
    schema: field === null ? CreateCustomField : UpdateCustomField,
    revision: null,
    toBody: ({ name, kind, choices }) => ({
      name,
      choices: kind === 'choice' ? linesOf(choices) : [],
      ...(field === null ? { kind } : {}),
    }),
    save: (body) =>
      field === null ?
        client.post('/custom-fields', { body: CreateCustomField.parse(body) })
      : client.put('/custom-fields/{id}', { params: { id: field.id }, body }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="md"
      title={field === null ? t('fields.new') : t('fields.editTitle', { name: field.name })}
    >
      <Form
        form={form}
        creating
        submit={t(field === null ? 'fields.make' : 'fields.save')}
        onCancel={onClose}
        afterSave={() => {
          onClose();
          void refresh(path);
        }}
      >
        <div className="bk-stack">
          <TextField
            of={form.field('name')}
            label={t('fields.name')}
            hint={t('fields.nameHint')}
            autoFocus
            autoComplete="off"
          />
          <SelectField
            of={form.field('kind')}
            label={t('fields.kind')}
            disabled={field !== null}
            {...(field === null ? {} : { hint: t('fields.kindFixed') })}
            options={fieldKinds.map((value) => ({ value, label: t(`fields.kind.${value}`) }))}
          />
          {form.values.kind === 'choice' && (
            <AreaField of={form.field('choices')} label={t('fields.choices')} hint={t('fields.choicesHint')} rows={5} />
          )}
        </div>
      </Form>
    </Modal>
  );
}
