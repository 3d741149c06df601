import { Button, Group, Modal, Skeleton, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BillingContact } from '../../../api/contract/payments.ts';
import { ApiError } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { toastSuccess } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

/** Who gets invoices and the news of payments: the payer's own, or an agency's business's. */
export function BillingContactCard({
  business,
}: {
  readonly business?: { readonly id: string; readonly name: string };
}) {
  const query = business === undefined ? {} : { business_id: business.id };
  const contact = useRead('/billing-contact', { query }).data?.data;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section className="pay-contact" aria-labelledby="pay-contact">
      <div>
        <h2 id="pay-contact">{t('contact.title')}</h2>
        {contact === undefined ?
          <Skeleton height={18} width={220} />
        : contact.email === null ?
          <p className="muted">{t('contact.owner')}</p>
        : <p>
            {[contact.name, contact.email].filter((part) => part !== null).join(' · ')}
            {contact.copies.length > 0 && (
              <span className="faint">{t('contact.copiesTo', { addresses: contact.copies.join(', ') })}</span>
            )}
          </p>
        }
      </div>
      <Button
        variant="default"
        disabled={contact === undefined}
        onClick={() => {
          setIsEditing(true);
        }}
      >
        {t('contact.edit')}
      </Button>
      <BillingContactDialog
        {...(business === undefined ? {} : { business })}
        opened={isEditing}
        onClose={() => {
          setIsEditing(false);
        }}
      />
    </section>
  );
}

/** Asks who gets the bills; of a business, where its agency says it. */
export function BillingContactDialog({
  business,
  opened,
  onClose,
}: {
  readonly business?: { readonly id: string; readonly name: string };
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={business === undefined ? t('contact.title') : t('contact.titleOf', { name: business.name })}
    >
      {opened && <Loaded {...(business === undefined ? {} : { businessId: business.id })} onClose={onClose} />}
    </Modal>
  );
}

function Loaded({ businessId, onClose }: { readonly businessId?: string; readonly onClose: () => void }) {
  const query = businessId === undefined ? {} : { business_id: businessId };
  const contact = useRead('/billing-contact', { query }).data?.data;
  return contact === undefined ?
      <Skeleton height={220} aria-label={t('app.loading')} />
    : <Form contact={contact} of={query} onClose={onClose} />;
}

function Form({
  contact,
  of,
  onClose,
}: {
  readonly contact: BillingContact;
  readonly of: { readonly business_id?: string };
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [name, setName] = useState(contact.name ?? '');
  const [email, setEmail] = useState(contact.email ?? '');
  const [copies, setCopies] = useState<readonly string[]>(contact.copies);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    setProblems({});
    await run(async () => {
      try {
        const body = { ...of, name: name.trim() || null, email: email.trim() || null, copies: [...copies] };
        await client.put('/billing-contact', { body, quiet: true });
        await refresh('/billing-contact');
        toastSuccess(t('contact.saved'));
        onClose();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
        const found = Object.entries(error.fields).map(([field, [message = '']]) => [field.split('.')[0], message]);
        setProblems(Object.fromEntries(found) as Record<string, string>);
      }
    });
    setIsBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="pay-contact-form">
        <p className="muted">{t('contact.text')}</p>
        <TextInput
          label={t('contact.name')}
          value={name}
          maxLength={100}
          error={problems['name']}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
          }}
        />
        <TextInput
          label={t('contact.email')}
          description={t('contact.emailText')}
          type="email"
          value={email}
          maxLength={254}
          error={problems['email']}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
          }}
        />
        <TagsInput
          label={t('contact.copies')}
          description={t('contact.copiesText')}
          value={[...copies]}
          maxTags={5}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          error={problems['copies']}
          onChange={setCopies}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('contact.save')}
          </Button>
        </Group>
      </div>
    </form>
  );
}
