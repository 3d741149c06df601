import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { AddListings, ChangeListing, type Listing } from '../../../../../api/contract/blocklists.ts';
import type { AnswerOf } from '../../../../../api/contract/client.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { Form } from '../../../../components/form/Form.tsx';
import { AreaField, TextField } from '../../../../components/form/fields.tsx';
import { useRecordForm } from '../../../../components/form/useRecordForm.ts';
import { t } from './texts.ts';

export type ListName = 'blacklists' | 'whitelists';
type Refused = AnswerOf<'POST', '/blacklists'>['data']['refused'];
/** So many of what could not be read are shown. */
const maxShown = 50;

/** What was typed or pasted: lines, or cells of a column. */
const partsOf = (text: string): string[] =>
  text
    .split(/[\n\t;,]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** One entry or a whole column of them. What could not be read is shown afterwards. */
export function AddDialog({ name, onClose }: { readonly name: ListName; readonly onClose: () => void }) {
  const { client } = useApp();
  const refresh = useRefresh();
  const [refused, setRefused] = useState<Refused>([]);
  const form = useRecordForm({
    initial: { values: '', note: '' },
    schema: AddListings,
    revision: null,
    toBody: ({ values, note }) => ({ values: partsOf(values), note }),
    save: async (body) => {
      const answer = await client.post(`/${name}`, { body });
      setRefused(answer.data.refused);
      void refresh(`/${name}`);
      if (answer.data.refused.length === 0) onClose();
      return answer;
    },
  });
  return (
    <Modal opened onClose={onClose} size="md" title={t(`lists.addTitle.${name}`)}>
      {refused.length > 0 ?
        <div className="bk-stack" role="status">
          <p>{t('lists.refused')}</p>
          <ul className="bk-lists-refused">
            {refused.slice(0, maxShown).map(({ value }, index) => (
              <li key={index} className="bk-lists-value">
                <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
          {refused.length > maxShown && <p>{t('lists.refusedMore', { count: String(refused.length - maxShown) })}</p>}
          <Button onClick={onClose} style={{ justifySelf: 'end' }}>
            {t('lists.done')}
          </Button>
        </div>
      : <Form form={form} creating submit={t('lists.add')} onCancel={onClose} afterSave={() => {}}>
          <div className="bk-stack">
            <AreaField of={form.field('values')} label={t('lists.values')} hint={t('lists.valuesHint')} rows={6} />
            <TextField of={form.field('note')} label={t('lists.note')} hint={t('lists.noteHint')} autoComplete="off" />
          </div>
        </Form>
      }
    </Modal>
  );
}

export function EditDialog({
  name,
  entry,
  onClose,
}: {
  readonly name: ListName;
  readonly entry: Listing;
  readonly onClose: () => void;
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: { value: entry.value, note: entry.note ?? '' },
    schema: ChangeListing,
    revision: null,
    toBody: (values) => values,
    save: (body) => client.put(`/${name}/{id}`, { params: { id: entry.id }, body }),
  });
  return (
    <Modal opened onClose={onClose} size="md" title={t('lists.editTitle', { value: entry.value })}>
      <Form
        form={form}
        creating
        submit={t('lists.save')}
        onCancel={onClose}
        afterSave={() => {
          onClose();
          void refresh(`/${name}`);
        }}
      >
        <div className="bk-stack">
          <TextField of={form.field('value')} label={t('lists.value')} autoComplete="off" />
          <TextField of={form.field('note')} label={t('lists.note')} hint={t('lists.noteHint')} autoComplete="off" />
        </div>
      </Form>
    </Modal>
  );
}
