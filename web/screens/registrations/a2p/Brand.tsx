import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { SubmitA2pBrand } from '../../../../api/contract/registrations.ts';
import type { AnswerOf } from '../../../../api/contract/client.ts';
import { EmailField } from '../../../components/form/EmailField.tsx';
import { Form, Note, Pair, Section } from '../../../components/form/Form.tsx';
import { SelectField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { moneyOf } from '../../../format/money.ts';
import { t } from './texts.ts';

export type Request = AnswerOf<'GET', '/businesses/a2p/request'>['data'];
export type Proposal = AnswerOf<'GET', '/businesses/a2p/proposal'>['data'];

/** The fields of a brand's form. */
export const brandFields = [
  'kind',
  'legal_name',
  'legal_form',
  'company_type',
  'vertical',
  'ein',
  'website',
  'stock_exchange',
  'stock_ticker',
  'street',
  'city',
  'region',
  'postal_code',
  'country',
  'first_name',
  'last_name',
  'email',
  'phone',
  'title',
  'position',
] as const;
export type BrandBody = z.output<typeof SubmitA2pBrand>;
export type BrandValues = Record<(typeof brandFields)[number], string>;

const start = { kind: 'low-volume', legal_form: 'llc', company_type: 'private', country: 'US', position: 'CEO' };
const kinds = ['low-volume', 'standard', 'sole-proprietor'] as const;
const forms = ['llc', 'corporation', 'partnership', 'cooperative', 'non-profit'] as const;
const owners = ['private', 'public', 'non-profit', 'government'] as const;
const exchanges = ['NASDAQ', 'NYSE', 'AMEX', 'OTHER'] as const;
const positions = ['CEO', 'CFO', 'Director', 'GM', 'VP', 'General Counsel', 'Other'] as const;
const verticals = SubmitA2pBrand.shape.vertical.options;

/** What is so of every sole proprietor. */
const ofSoleProprietor = {
  ein: null,
  legal_form: 'sole-proprietorship',
  company_type: 'private',
  title: 'Owner',
  position: 'Other',
} as const;

/** `REAL_ESTATE` as people read it. */
const readable = (word: string): string =>
  word.length < 4 ? word : `${word[0]}${word.slice(1).toLowerCase().replaceAll('_', ' ')}`;
const options = (all: readonly string[], label: (word: string) => string) =>
  all.map((value) => ({ value, label: label(value) }));

const isPublic = ({ kind, company_type: owner }: Pick<BrandValues, 'kind' | 'company_type'>): boolean =>
  kind !== 'sole-proprietor' && owner === 'public';

/**
 * The form of a brand. `refused`: this one is corrected, so its fee was paid and its volume stays. `known`: what the form
 * begins with.
 */
export function BrandForm({
  refused,
  known,
  fees,
  save,
  onDone,
  draft,
  onCancel,
}: {
  readonly refused: NonNullable<Request['brand']> | null;
  readonly known: Readonly<Record<string, unknown>>;
  readonly fees: Pick<Proposal, 'fees' | 'fee_payer'> | null;
  readonly save: (body: BrandBody) => Promise<unknown>;
  readonly onDone: () => void;
  readonly draft?: (values: BrandValues) => Promise<unknown>;
  readonly onCancel?: () => void;
}) {
  const [saving, setSaving] = useState(false);
  const isCharged = refused === null && fees !== null && fees.fee_payer !== 'none';
  const feeOf = (kind: string): number | undefined =>
    kind === 'sole-proprietor' ? fees?.fees.brand_sole_proprietor
    : kind === 'standard' ? fees?.fees.brand_standard
    : fees?.fees.brand_low_volume;
  const form = useRecordForm({
    initial: Object.fromEntries(
      brandFields.map((name) => {
        const value = known[name] ?? (name in start ? start[name as keyof typeof start] : '');
        return [name, typeof value === 'string' ? value : ''];
      }),
    ) as BrandValues,
    schema: SubmitA2pBrand,
    revision: null,
    toBody: (values) => ({
      ...values,
      ...(values.kind === 'sole-proprietor' ? ofSoleProprietor : {}),
      stock_exchange: isPublic(values) ? values.stock_exchange || null : null,
      stock_ticker: isPublic(values) ? values.stock_ticker || null : null,
      agreed_fee: isCharged ? (feeOf(values.kind) ?? null) : null,
    }),
    save,
    onSaved: onDone,
  });
  const line = (
    name: keyof BrandValues,
    more: { type?: string; autoComplete?: string; placeholder?: string; hint?: string } = {},
  ) => (
    <TextField of={form.field(name)} label={t(name === 'title' ? 'a2p.titleOf' : `a2p.${name as 'city'}`)} {...more} />
  );
  const isSole = form.values.kind === 'sole-proprietor';
  const fee = feeOf(form.values.kind);
  const industry = (
    <SelectField
      of={form.field('vertical')}
      label={t('a2p.vertical')}
      searchable
      options={options(verticals, readable)}
    />
  );
  return (
    <Form
      form={form}
      creating
      submit={
        refused !== null ? t('a2p.submit.again')
        : isCharged && fee !== undefined ?
          t('a2p.submit.paid', { fee: moneyOf(fee, 'USD') })
        : t('a2p.submit.brand')
      }
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <Section
        title={t(isSole ? 'a2p.section.business' : 'a2p.section.company')}
        text={t(isSole ? 'a2p.section.businessText' : 'a2p.section.companyText')}
      >
        <SelectField
          of={form.field('kind')}
          label={t('a2p.kind')}
          disabled={refused !== null}
          options={options(kinds, (word) => t(`a2p.kind.${word as 'standard'}`))}
        />
        {isSole && <Note tone="info">{t('a2p.soleText')}</Note>}
        {isSole ?
          <TextField of={form.field('legal_name')} label={t('a2p.soleName')} autoComplete="organization" />
        : line('legal_name', { autoComplete: 'organization' })}
        {!isSole && (
          <Pair>
            <SelectField
              of={form.field('legal_form')}
              label={t('a2p.legal_form')}
              options={options(forms, (word) => t(`a2p.legal_form.${word as 'llc'}`))}
            />
            <SelectField
              of={form.field('company_type')}
              label={t('a2p.company_type')}
              options={options(owners, (word) => t(`a2p.company_type.${word as 'private'}`))}
            />
          </Pair>
        )}
        {isPublic(form.values) && (
          <Pair>
            <SelectField
              of={form.field('stock_exchange')}
              label={t('a2p.stock_exchange')}
              options={options(exchanges, (word) => word)}
            />
            {line('stock_ticker')}
          </Pair>
        )}
        {isSole ?
          industry
        : <Pair>
            {line('ein', { hint: t('a2p.einHint') })}
            {industry}
          </Pair>
        }
        {line('website', { type: 'url', autoComplete: 'url', placeholder: 'https://example.com' })}
      </Section>
      <Section
        title={t('a2p.section.address')}
        text={t(isSole ? 'a2p.section.soleAddressText' : 'a2p.section.addressText')}
      >
        {line('street', { autoComplete: 'street-address' })}
        <Pair>
          {line('city', { autoComplete: 'address-level2' })}
          {line('region', { autoComplete: 'address-level1' })}
        </Pair>
        <Pair>
          {line('postal_code', { autoComplete: 'postal-code' })}
          <SelectField
            of={form.field('country')}
            label={t('a2p.country')}
            options={options(['US', 'CA'], (word) => t(`a2p.country.${word as 'US'}`))}
          />
        </Pair>
      </Section>
      <Section
        title={t('a2p.section.person')}
        text={t(isSole ? 'a2p.section.solePersonText' : 'a2p.section.personText')}
      >
        <Pair>
          {line('first_name', { autoComplete: 'given-name' })}
          {line('last_name', { autoComplete: 'family-name' })}
        </Pair>
        <Pair>
          <EmailField of={form.field('email')} label={t('a2p.email')} />
          {isSole ?
            <TextField of={form.field('phone')} label={t('a2p.mobile')} type="tel" autoComplete="tel" />
          : line('phone', { type: 'tel', autoComplete: 'tel' })}
        </Pair>
        {!isSole && (
          <Pair>
            {line('title', { autoComplete: 'organization-title' })}
            <SelectField
              of={form.field('position')}
              label={t('a2p.position')}
              options={options(positions, (word) => word)}
            />
          </Pair>
        )}
        {refused === null && fee !== undefined && (
          <Note tone="info">
            {t('a2p.fee.brand', { fee: moneyOf(fee, 'USD') })} {t(`a2p.fee.by.${fees?.fee_payer ?? 'none'}`)}
          </Note>
        )}
        {draft !== undefined && (
          <Button
            variant="default"
            loading={saving}
            onClick={() => {
              setSaving(true);
              void draft(form.values).finally(() => {
                setSaving(false);
              });
            }}
          >
            {t('a2p.draft')}
          </Button>
        )}
      </Section>
    </Form>
  );
}
