import type { z } from 'zod';
import { attributes, eachByApiName } from '../../../../../api/contract/attributes.ts';
import { UpdateContact } from '../../../../../api/contract/contact-form.ts';
import type { ContactWithConsents } from '../../../../../api/contract/contacts.ts';
import type { CustomField } from '../../../../../api/contract/custom-fields.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Form } from '../../../../components/form/Form.tsx';
import { useRecordForm } from '../../../../components/form/useRecordForm.ts';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { ContactStatusBadge } from '../../../../components/StatusBadge.tsx';
import { displayName } from '../../../../format/person.ts';
import { phone } from '../../../../format/phone.ts';
import { ContactFields } from './ContactFields.tsx';
import { t } from './texts.ts';
import { useOwnFields } from './useOwnFields.ts';
import { bodyOf, namesOf, valuesOf } from './values.ts';

const back = { href: '/business/contacts', label: t('contact.back') };

/** /business/contacts/{id}/edit */
export default function EditContact() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/contacts/{id}', { params: { id } });
  const own = useOwnFields();
  const contact = data?.data;
  const problem = error ?? own.error;
  return (
    <div className="bk-page">
      <RecordHeader
        picture={contact === undefined ? undefined : <Avatar person={contact} size={44} />}
        name={contact === undefined ? '…' : displayName(contact)}
        back={back}
        {...(contact?.phone == null ? {} : { sub: <span className="num">{phone(contact.phone)}</span> })}
        {...(contact === undefined ?
          {}
        : { badge: <ContactStatusBadge status={contact.status} unreachable={contact.unreachable} /> })}
      />
      {problem !== undefined ?
        <div className="bk-card">
          <ErrorState
            error={problem}
            onRetry={() => {
              refresh();
              own.refresh();
            }}
          />
        </div>
      : contact === undefined || own.fields === undefined ?
        <FormGhost sections={3} />
      : <Edit contact={contact} fields={own.fields} />}
    </div>
  );
}

function Edit({
  contact,
  fields,
}: {
  readonly contact: z.output<typeof ContactWithConsents>;
  readonly fields: readonly CustomField[];
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: valuesOf(contact, fields),
    schema: UpdateContact,
    revision: contact.revision,
    names: namesOf(fields),
    toBody: (values) => bodyOf(values, fields),
    save: (body) => client.put('/contacts/{id}', { params: { id: contact.id }, body }),
    onSaved: () => {
      void refresh('/contacts');
    },
  });
  const labels = {
    first_name: attributeLabel('first_name'),
    last_name: attributeLabel('last_name'),
    ...eachByApiName((name) => attributeLabel(attributes[name].apiName)),
    tags: t('contact.tags'),
    custom: t('contact.custom'),
  };
  return (
    <Form form={form} words={{ labels }}>
      <ContactFields form={form} fields={fields} creating={false} />
    </Form>
  );
}
