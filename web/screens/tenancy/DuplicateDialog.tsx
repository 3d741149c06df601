import { Modal } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { DuplicateBusiness } from '../../../api/contract/business-forms.ts';
import { useApp } from '../../session/context.tsx';
import { EmailField } from '../../components/form/EmailField.tsx';
import { Form, Pair } from '../../components/form/Form.tsx';
import { TextField } from '../../components/form/fields.tsx';
import { useRecordForm } from '../../components/form/useRecordForm.ts';
import { t } from './texts.ts';

/** A second business like this one: its settings and campaigns, never its people or its number. */
export function DuplicateDialog({
  business,
  onClose,
  onDone,
}: {
  readonly business: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: { name: t('business.copyName', { name: business.name }), email: '', first_name: '', last_name: '' },
    schema: DuplicateBusiness,
    revision: null,
    toBody: (values) => ({
      name: values.name,
      email: values.email,
      ...(values.first_name === '' ? {} : { first_name: values.first_name }),
      ...(values.last_name === '' ? {} : { last_name: values.last_name }),
    }),
    save: (body) => client.post('/businesses/{id}/duplicate', { params: { id: business.id }, body: body }),
  });
  return (
    <Modal opened onClose={onClose} title={t('business.duplicateTitle', { name: business.name })} size="md">
      <ul className="bk-copies">
        <li className="tone-success">
          <IconCheck size={16} aria-hidden />
          {t('business.duplicateWith')}
        </li>
        <li className="tone-neutral">
          <IconX size={16} aria-hidden />
          {t('business.duplicateWithout')}
        </li>
      </ul>
      <Form
        form={form}
        creating
        submit={t('business.duplicate')}
        onCancel={onClose}
        afterSave={(answer) => {
          onDone((answer as { data: { id: string } }).data.id);
        }}
      >
        <div className="bk-stack">
          <TextField of={form.field('name')} label={t('field.businessName')} />
          <EmailField of={form.field('email')} label={t('field.ownerEmail')} hint={t('field.ownerEmailHint')} />
          <Pair>
            <TextField of={form.field('first_name')} label={t('field.firstName')} optional />
            <TextField of={form.field('last_name')} label={t('field.lastName')} optional />
          </Pair>
        </div>
      </Form>
    </Modal>
  );
}
