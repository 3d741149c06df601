import './contact.css';
import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { z } from 'zod';
import { type ApiName, apiNames, attributeByApiName, attributeOf } from '../../../api/contract/attributes.ts';
import type { ContactWithConsents } from '../../../api/contract/contacts.ts';
import { date, dayOfYear, shortTime } from '../../format/date.ts';
import { displayName } from '../../format/person.ts';
import { phone } from '../../format/phone.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { attributeLabel } from '../attributes/label.ts';
import { Instant } from '../Instant.tsx';
import { ConsentHistory } from './ConsentHistory.tsx';
import { ContactCoupons } from './ContactCoupons.tsx';
import { ContactKeywords } from './ContactKeywords.tsx';
import { ContactTags } from './ContactTags.tsx';
import { EvidenceButton } from './EvidencePacket.tsx';
import { Listed } from './Listed.tsx';
import { OwnValues } from './OwnValues.tsx';
import { maybe, t } from './texts.ts';

export type Person = z.output<typeof ContactWithConsents>;

/** Everything that is known of a contact, beside a list and beside the chat alike. `Title`: the headings' level. */
export function ContactSections({
  contact,
  onChanged,
  Title,
}: {
  readonly contact: Person;
  readonly onChanged: () => void;
  readonly Title: 'h3' | 'h4';
}) {
  const style = useDateStyle();
  const { memberships, answers } = contact;
  return (
    <>
      <Listed listed={contact.listed} />
      <section>
        <Facts contact={contact} onChanged={onChanged} />
      </section>
      <OwnValues custom={contact.custom} Title={Title} />
      <section>
        <Title>{t('held.title')}</Title>
        <ContactCoupons contactId={contact.id} />
      </section>
      {memberships.length > 0 && (
        <section>
          <Title>{t('member.title')}</Title>
          <ul className="bk-known">
            {memberships.map((one) => (
              <li key={one.campaign_id}>
                <Link href={`/business/campaigns/${one.campaign_id}`}>{one.campaign_name ?? one.keyword}</Link>
                <span className="more">
                  {maybe(`member.via.${one.via}`, { keyword: one.keyword ?? '' }) ?? one.via} ·{' '}
                  <Instant at={one.joined_at}>{date(one.joined_at, style)}</Instant>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <section>
          <Title>{t('answers.title')}</Title>
          <dl className="bk-known">
            {answers.map((one, index) => (
              <div key={index}>
                <dt dir="auto">{one.question ?? t('answers.unknown')}</dt>
                <dd dir="auto">{one.answer}</dd>
                <dd className="more">
                  {one.campaign_name} · <Instant at={one.at}>{shortTime(one.at, style)}</Instant>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <Title>{t('consent.title')}</Title>
        <ConsentHistory consents={contact.consents} />
        <EvidenceButton id={contact.id} name={displayName(contact)} />
      </section>
    </>
  );
}

/** The address stands with its consent, state and ZIP code are where they live. */
const shownApart = apiNames.filter((name) => name !== 'email' && name !== 'state' && name !== 'zip');
function factOf(name: ApiName, value: string, style: ReturnType<typeof useDateStyle>): ReactNode {
  const attribute = attributeOf(attributeByApiName[name]);
  switch (attribute.kind) {
    case 'day-of-year':
      return dayOfYear(value, style);
    case 'url':
      return (
        <a href={/^https?:\/\//i.test(value) ? value : `https://${value}`} target="_blank" rel="noreferrer">
          {value}
        </a>
      );
    case 'choice':
      return attribute.options[value] ?? value;
    case 'email':
    case 'text':
    case 'zip':
      return value;
  }
}

function Facts({ contact, onChanged }: { readonly contact: Person; readonly onChanged: () => void }) {
  const style = useDateStyle();
  const { email, email_status: emails, source } = contact;
  const home = [contact.state, contact.zip].filter((part) => part !== null).join(' ');
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className="bk-facts">
      {contact.phone !== null &&
        fact(
          t('panel.phone'),
          <span className="num bk-copyline">
            {phone(contact.phone)}
            <Copy value={contact.phone} label={t('top.copyNumber', { number: phone(contact.phone) })} />
          </span>,
        )}
      {email !== null &&
        fact(
          attributeLabel('email'),
          <>
            <span className="bk-copyline">
              {email}
              <Copy value={email} label={t('facts.copyEmail', { email })} />
            </span>
            <span className="more">{t(`facts.emails.${emails}`)}</span>
          </>,
        )}
      {shownApart.map((name) => {
        const value = contact[name];
        return (
          value !== null && <Fragment key={name}>{fact(attributeLabel(name), factOf(name, value, style))}</Fragment>
        );
      })}
      {home !== '' && fact(t('facts.home'), home)}
      {fact(t('panel.keywords'), <ContactKeywords contact={contact} onChanged={onChanged} />)}
      <ContactTags contact={contact} onChanged={onChanged} />
      {fact(
        t('panel.since'),
        <>
          <Instant at={contact.created_at}>{date(contact.created_at, style)}</Instant>
          {source !== null && <span className="more">{maybe(`facts.source.${source}`) ?? source}</span>}
        </>,
      )}
      {fact(
        t('contacts.col.last'),
        contact.last_message_at === null ?
          t('contacts.never')
        : <Instant at={contact.last_message_at}>{shortTime(contact.last_message_at, style)}</Instant>,
      )}
    </dl>
  );
}

const Copy = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <ActionIcon size="xs" aria-label={copied ? t('app.copied') : label} onClick={copy}>
        {copied ?
          <IconCheck size={13} />
        : <IconCopy size={13} />}
      </ActionIcon>
    )}
  </CopyButton>
);
