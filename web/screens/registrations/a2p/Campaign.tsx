import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { z } from 'zod';
import { SubmitA2pCampaign } from '../../../../api/contract/registrations.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form, Note, Pair, Section } from '../../../components/form/Form.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../../../components/form/fields.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { moneyOf } from '../../../format/money.ts';
import type { Proposal, Request } from './Brand.tsx';
import { t } from './texts.ts';

type Campaign = Request['campaigns'][number];
type CampaignBody = z.output<typeof SubmitA2pCampaign>;
interface Given {
  readonly refused: Campaign | null;
  readonly proposal: Proposal;
  readonly onDone: () => void;
}

/** The campaign: as it was refused, else composed from what the business has. */
export function CampaignForm(given: Given) {
  const { client } = useApp();
  const { data, error, refresh } = useRead('/businesses/a2p/use-cases', {});
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  if (data === undefined) return <FormGhost sections={3} />;
  return (
    <CampaignFields
      {...given}
      known={given.refused ?? given.proposal.campaign}
      save={(body) => client.post('/businesses/a2p/campaign', { body })}
      useCases={data.data}
    />
  );
}

/** The form itself. `known`: what it begins with; `proposal` null: an operator corrects what was refused. */
export function CampaignFields({
  refused,
  known,
  proposal,
  save,
  onDone,
  useCases,
  onCancel,
}: {
  readonly refused: Campaign | null;
  readonly known: Campaign | Proposal['campaign'];
  readonly proposal: Proposal | null;
  readonly save: (body: CampaignBody) => Promise<unknown>;
  readonly onDone: () => void;
  readonly useCases: readonly { readonly code: string; readonly name: string }[];
  readonly onCancel?: () => void;
}) {
  const [first = '', second = '', ...rest] = known.samples;
  const isCharged = refused === null && proposal !== null && proposal.fee_payer !== 'none';
  const form = useRecordForm({
    initial: {
      use_case: refused?.use_case ?? useCases[0]?.code ?? '',
      description: known.description,
      message_flow: known.message_flow,
      sample_1: first,
      sample_2: second,
      has_links: refused?.has_links ?? false,
      has_phone: refused?.has_phone ?? false,
      age_gated: refused?.age_gated ?? false,
      lending: refused?.lending ?? false,
      opt_in_keywords: known.opt_in_keywords.join(', '),
      opt_in_message: known.opt_in_message,
      help_message: known.help_message,
      opt_out_message: known.opt_out_message,
      privacy_url: known.privacy_url,
      terms_url: known.terms_url,
    },
    schema: SubmitA2pCampaign,
    revision: null,
    names: { 'samples.0': 'sample_1', 'samples.1': 'sample_2', samples: 'sample_1' },
    toBody: ({ sample_1: one, sample_2: two, opt_in_keywords: keywords, ...values }) => ({
      ...values,
      campaign_id: refused?.id ?? null,
      agreed_fee: isCharged ? proposal.fees.campaign_vetting : null,
      samples: [one, two, ...rest],
      opt_in_keywords: keywords
        .split(',')
        .map((keyword) => keyword.trim())
        .filter((keyword) => keyword !== ''),
    }),
    save,
    onSaved: onDone,
  });
  const fees = proposal?.fees;
  const month =
    form.values.use_case === 'LOW_VOLUME' ? fees?.campaign_month_low_volume
    : form.values.use_case === 'SOLE_PROPRIETOR' ? fees?.campaign_month_sole_proprietor
    : fees?.campaign_month;
  const isThere = refused !== null;
  return (
    <Form
      form={form}
      creating
      submit={
        isThere ? t('a2p.submit.again')
        : isCharged ?
          t('a2p.submit.paid', { fee: moneyOf(proposal.fees.campaign_vetting, 'USD') })
        : t('a2p.submit.campaign')
      }
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      {proposal !== null && !(proposal.has_privacy && proposal.has_terms) && (
        <Note
          tone="warning"
          action={
            <Button component={Link} href="/business/settings?tab=4" size="xs">
              {t('a2p.toPages')}
            </Button>
          }
        >
          {t('a2p.noPages')}
        </Note>
      )}
      <Section title={t('a2p.section.about')} text={t('a2p.section.aboutText')}>
        <SelectField
          of={form.field('use_case')}
          label={t('a2p.use_case')}
          disabled={isThere}
          options={useCases.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <AreaField of={form.field('description')} label={t('a2p.description')} rows={3} />
        <AreaField of={form.field('message_flow')} label={t('a2p.message_flow')} rows={7} hint={t('a2p.flowHint')} />
        {proposal !== null && (
          <Note tone="info">
            {t('a2p.evidence')}{' '}
            <a href={proposal.evidence_url} target="_blank" rel="noreferrer">
              {proposal.evidence_url}
            </a>
          </Note>
        )}
      </Section>
      <Section title={t('a2p.section.samples')} text={t('a2p.section.samplesText')}>
        <AreaField of={form.field('sample_1')} label={t('a2p.sample', { count: 1 })} rows={3} />
        <AreaField of={form.field('sample_2')} label={t('a2p.sample', { count: 2 })} rows={3} />
        <SwitchField of={form.field('has_links')} label={t('a2p.has_links')} />
        <SwitchField of={form.field('has_phone')} label={t('a2p.has_phone')} />
        <SwitchField of={form.field('age_gated')} label={t('a2p.age_gated')} />
        <SwitchField of={form.field('lending')} label={t('a2p.lending')} />
      </Section>
      <Section title={t('a2p.section.answers')} text={t('a2p.section.answersText')}>
        <TextField
          of={form.field('opt_in_keywords')}
          label={t('a2p.opt_in_keywords')}
          hint={t('a2p.keywordsHint')}
          disabled={isThere}
        />
        <AreaField of={form.field('opt_in_message')} label={t('a2p.opt_in_message')} rows={2} disabled={isThere} />
        <AreaField of={form.field('help_message')} label={t('a2p.help_message')} rows={2} disabled={isThere} />
        <AreaField of={form.field('opt_out_message')} label={t('a2p.opt_out_message')} rows={2} disabled={isThere} />
      </Section>
      <Section title={t('a2p.section.pages')} text={t('a2p.section.pagesText')}>
        <Pair>
          <TextField of={form.field('privacy_url')} label={t('a2p.privacy_url')} type="url" />
          <TextField of={form.field('terms_url')} label={t('a2p.terms_url')} type="url" />
        </Pair>
        {!isThere && fees !== undefined && month !== undefined && (
          <Note tone="info">
            {t('a2p.fee.campaign', { vetting: moneyOf(fees.campaign_vetting, 'USD'), month: moneyOf(month, 'USD') })}{' '}
            {t(`a2p.fee.by.${proposal?.fee_payer ?? 'none'}`)}
          </Note>
        )}
      </Section>
    </Form>
  );
}
