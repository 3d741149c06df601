import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { Campaign, TestNotification } from '../../../../api/contract/campaigns.ts';
import { countSegments, fillAlert, renderTemplate } from '../../../../api/contract/sms.ts';
import { useApp } from '../../../session/context.tsx';
import { Section } from '../../../components/form/Form.tsx';
import { AreaField, SwitchField, TextField } from '../../../components/form/fields.tsx';
import type { Field } from '../../../components/form/useRecordForm.ts';
import { count } from '../../../format/number.ts';
import { phone } from '../../../format/phone.ts';
import { t } from './texts.ts';

/** Who is told of a new member, as the form holds it: lists as they are typed. */
export const toldOf = ({ notifications: owner, contact_notification: contact }: Campaign) => ({
  owner: owner.enabled,
  text: owner.text,
  phones: owner.phones.map((one) => phone(one)).join(', '),
  emails: owner.emails.join(', '),
  contact: contact.enabled,
  subject: contact.subject,
  body: contact.body,
});
type Told = ReturnType<typeof toldOf>;

export const listOf = (typed: string): string[] =>
  typed
    .split(/[,;\n]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');

export const toldBody = (values: Told) => ({
  notifications: {
    enabled: values.owner,
    text: values.text,
    phones: listOf(values.phones),
    emails: listOf(values.emails),
  },
  contact_notification: { enabled: values.contact, subject: values.subject, body: values.body },
});

/** Where the API's refusals belong. */
export const toldNames = {
  'notifications.phones': 'phones',
  'notifications.emails': 'emails',
  'notifications.text': 'text',
  'contact_notification.subject': 'subject',
  'contact_notification.body': 'body',
} as const;

interface Parts {
  readonly campaign: Campaign;
  readonly fields: { readonly [K in keyof Told]: Field<Told[K]> };
}

/** Alerts to people of the business, and the email to new members: what they say, to whom, and how it looks. */
export function ToldSection({ campaign, fields }: Parts) {
  const { owner, text, phones, emails, contact, subject, body } = fields;
  return (
    <Section title={t('setting.told')} text={t('setting.toldText')}>
      <SwitchField of={owner} label={t('setting.owner')} />
      {owner.value && (
        <>
          <AreaField
            of={text}
            label={t('setting.ownerText')}
            hint={t('setting.ownerTextHint')}
            rows={2}
            maxLength={500}
          />
          <AlertPreview text={text.value} keyword={campaign.keyword} />
          <TextField of={phones} label={t('setting.phones')} hint={t('setting.manyHint')} optional autoComplete="off" />
          <TextField of={emails} label={t('setting.emails')} hint={t('setting.manyHint')} optional autoComplete="off" />
          <TestButton
            id={campaign.id}
            hint={t('setting.testText')}
            ready={text.value.trim() !== ''}
            test={{ what: 'alert', text: text.value, phone: listOf(phones.value)[0] ?? null }}
          />
        </>
      )}
      <SwitchField of={contact} label={t('setting.contact')} hint={t('setting.contactHint')} />
      {contact.value && (
        <>
          <TextField of={subject} label={t('setting.subject')} maxLength={200} autoComplete="off" />
          <AreaField
            of={body}
            label={t('setting.body')}
            hint={t('setting.bodyHint', { example: '{{first_name|there}}, {{coupon_link}}' })}
            rows={6}
            maxLength={1600}
          />
          <EmailPreview campaign={campaign} subject={subject.value} body={body.value} />
          <TestButton
            id={campaign.id}
            hint={t('setting.testMail')}
            ready={subject.value.trim() !== '' && body.value.trim() !== ''}
            test={{ what: 'welcome', subject: subject.value, body: body.value }}
          />
        </>
      )}
    </Section>
  );
}

/** A made-up member. */
const ada = { phone_number: '(415) 555-0132', email: 'ada@example.com', name: 'Ada Lovelace' } as const;

/** The alert as a phone shows it, and what it costs. */
function AlertPreview({ text, keyword }: { readonly text: string; readonly keyword: string }) {
  const filled = fillAlert(text, { ...ada, keyword });
  const { segments, unicode } = countSegments(filled);
  const odd = unicode[0]?.character;
  return (
    <figure className="cmp-preview">
      <figcaption>{t('setting.preview')}</figcaption>
      <p className="cmp-bubble">{filled}</p>
      <p className="muted num" aria-live="polite">
        {t('setting.alertLength', { characters: count(filled.length), count: Math.max(1, segments) })}
        {odd !== undefined && ` ${t('setting.alertUnicode', { character: odd })}`}
      </p>
    </figure>
  );
}

/** What a mailbox shows. A field that is not closed yet is shown as it is typed. */
function EmailPreview({
  campaign,
  subject,
  body,
}: {
  readonly campaign: Campaign;
  readonly subject: string;
  readonly body: string;
}) {
  const hasCoupon = campaign.discount_type !== 'none';
  const filled = (words: string): string => {
    try {
      return renderTemplate(words, {
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_name: 'Ada Lovelace',
        phone: ada.phone_number,
        keyword: campaign.keyword,
        coupon_code: hasCoupon ? '7K2MQ-XN4RT' : null,
        coupon_link: hasCoupon ? 'https://…/t/7K2MQ' : null,
        ...(campaign.type === 'loop' && {
          loop_link: 'https://…/l/7K2MQ',
          loop_page: 'https://…/t/XN4RT',
          loop_points: '120',
        }),
        page_link: 'https://…/pages/7K2MQ',
      });
    } catch {
      return words;
    }
  };
  return (
    <figure className="cmp-preview">
      <figcaption>{t('setting.preview')}</figcaption>
      <div className="cmp-mail">
        <strong>{filled(subject)}</strong>
        {filled(body)
          .split(/\n\s*\n/u)
          .map((words, index) => (
            <p key={index}>{words}</p>
          ))}
        {hasCoupon && <span className="cmp-mail-button">{t('setting.couponButton')}</span>}
        <small className="muted">{t('setting.unsubscribe')}</small>
      </div>
    </figure>
  );
}

function TestButton({
  id,
  test,
  hint,
  ready,
}: {
  readonly id: string;
  readonly test: z.input<typeof TestNotification>;
  readonly hint: string;
  readonly ready: boolean;
}) {
  const { client, run } = useApp();
  const [busy, setBusy] = useState(false);
  return (
    <div className="cmp-test">
      <Button
        variant="default"
        disabled={!ready}
        loading={busy}
        onClick={() => {
          setBusy(true);
          void run(async () => {
            await client.post('/coupons/{id}/test-notification', { params: { id }, body: test });
          }).finally(() => {
            setBusy(false);
          });
        }}
      >
        {t('setting.test')}
      </Button>
      <span className="muted">{hint}</span>
    </div>
  );
}
