import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useRefresh } from '../../../../api/refresh.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Note, Section } from '../../../../components/form/Form.tsx';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { useRead } from '../../../../data/read.ts';
import { dateStyleOf, exact } from '../../../../format/date.ts';
import { phone } from '../../../../format/phone.ts';
import { useApp } from '../../../../session/context.tsx';
import { useProfile } from '../../../../session/profile.tsx';
import { BrandForm, brandFields, type Proposal, type Request } from './Brand.tsx';
import { CampaignForm } from './Campaign.tsx';
import { t } from './texts.ts';

type Part = 'brand' | 'campaign' | 'numbers';
type State = NonNullable<Request['brand']>['state'] | Request['numbers'][number]['state'] | 'open';
const parts = ['brand', 'campaign', 'numbers'] as const;
const toneOf: Readonly<Record<State, 'neutral' | 'info' | 'success' | 'warning' | 'danger'>> = {
  open: 'neutral',
  submitting: 'info',
  'in-review': 'info',
  pending: 'info',
  refused: 'danger',
  failed: 'danger',
  suspended: 'danger',
  verified: 'success',
  registered: 'success',
  unregistered: 'warning',
  canceled: 'neutral',
};
const Badge = ({ state }: { readonly state: State }) => (
  <span className={`bk-status badge tone-${toneOf[state]}`}>{t(`a2p.state.${state}`)}</span>
);

/** The registration of a local number: brand, campaign, numbers, and what has happened so far. */
export function A2p() {
  const refresh = useRefresh();
  const { data, error, refresh: again } = useRead('/businesses/a2p/request', {});
  const { data: proposed, error: failed } = useRead('/businesses/a2p/proposal', {});
  const proposal = proposed?.data;
  const wrong = error ?? failed;
  if (wrong)
    return (
      <div className="bk-card">
        <ErrorState error={wrong} onRetry={again} />
      </div>
    );
  if (data === undefined || proposal === undefined) return <FormGhost sections={3} />;
  const request = data.data;
  const done = () => {
    void refresh('/businesses/a2p');
  };
  const campaign = request.campaigns.findLast(({ state }) => state !== 'canceled') ?? null;
  const brand = request.brand?.state === 'canceled' ? null : request.brand;
  const states: Readonly<Record<Part, State>> = {
    brand: brand?.state ?? 'open',
    campaign: campaign?.state ?? 'open',
    numbers: request.numbers[0]?.state ?? 'open',
  };
  return (
    <>
      <Section title={t('a2p.heading')} text={t('a2p.intro')}>
        <ol className="bk-checks">
          {parts.map((part, at) => (
            <li key={part}>
              <b className="num">{at + 1}</b>
              <span>
                <b>{t(`a2p.step.${part}`)}</b> {t(`a2p.about.${part}`)}
              </span>
              <Badge state={states[part]} />
            </li>
          ))}
        </ol>
        {!request.can_register && <Note tone="neutral">{t('a2p.noCarrier')}</Note>}
        {request.can_register && <Next request={request} proposal={proposal} state={states} />}
      </Section>
      {request.can_register && request.stage === 'brand' && (brand === null || brand.state === 'refused') && (
        <>
          {brand !== null && <Refusal part="brand" one={brand} onDone={done} />}
          <BrandForm key={`${brand?.id}/${brand?.attempt}`} request={request} proposal={proposal} onDone={done} />
        </>
      )}
      {request.can_register && request.stage === 'campaign' && (campaign === null || campaign.state === 'refused') && (
        <>
          {campaign !== null && <Refusal part="campaign" one={campaign} onDone={done} />}
          <CampaignForm
            key={`${campaign?.id}/${campaign?.attempt}`}
            refused={campaign}
            proposal={proposal}
            onDone={done}
          />
        </>
      )}
      {request.timeline.length > 0 && <History request={request} />}
    </>
  );
}

/** What is waited for, and how long that usually takes. */
function Next({
  request,
  proposal,
  state,
}: {
  readonly request: Request;
  readonly proposal: Proposal;
  readonly state: Readonly<Record<Part, State>>;
}) {
  const { stage } = request;
  if (stage === 'done') return <Note tone="success">{t('a2p.done')}</Note>;
  if (state[stage] === 'suspended') return <Note tone="danger">{t('a2p.waits.suspended')}</Note>;
  const waits = stage === 'numbers' || state[stage] === 'submitting' || state[stage] === 'in-review';
  return waits ?
      <Note tone="info" icon={<IconClock size={18} aria-hidden />}>
        {t(`a2p.waits.${stage}`, proposal.days[stage])}
      </Note>
    : null;
}

/** Why it was refused, each reason with the field that changes it. */
function Refusal({
  part,
  one,
  onDone,
}: {
  readonly part: 'brand' | 'campaign';
  readonly one: NonNullable<Request['brand']> | Request['campaigns'][number];
  readonly onDone: () => void;
}) {
  const { client } = useApp();
  const left = part === 'brand' ? 4 - one.attempt : null;
  const cancel = async () => {
    await client.post('/businesses/a2p/cancel', { body: { part, id: one.id } });
    onDone();
  };
  return (
    <Note
      tone="danger"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      action={
        <Button variant="default" size="xs" onClick={() => void cancel()}>
          {t('a2p.cancel')}
        </Button>
      }
    >
      <b>{t('a2p.refusedTitle')}.</b>{' '}
      {one.problems.map(({ code, message, fields }) => (
        <p key={`${code}${message}`}>
          {message} {code !== null && <span className="num">({code})</span>}{' '}
          {fields.map((field) => (
            <Button
              key={field}
              variant="default"
              size="compact-xs"
              onClick={() => {
                jumpTo(field);
              }}
            >
              {t('a2p.goTo', { field: labelOf(field) })}
            </Button>
          ))}
          {fields.length === 0 && t('a2p.appeal')}
        </p>
      ))}
      {left !== null && <p>{t('a2p.left', { count: left })}</p>}
    </Note>
  );
}

/** Fields that have a name of their own here. */
const labels: Readonly<Record<string, string>> = { title: t('a2p.titleOf'), samples: t('a2p.section.samples') };
const labelOf = (field: string): string =>
  labels[field] ?? (known.has(field) ? t(`a2p.${field as 'ein'}`) : field.replaceAll('_', ' '));
const known: ReadonlySet<string> = new Set([
  ...brandFields,
  ...['use_case', 'description', 'message_flow', 'has_links', 'has_phone', 'age_gated', 'lending', 'opt_in_keywords'],
  ...['opt_in_message', 'help_message', 'opt_out_message', 'privacy_url', 'terms_url'],
]);

function jumpTo(field: string): void {
  const [found] = document.getElementsByName(field === 'samples' ? 'sample_1' : field);
  found?.scrollIntoView({ block: 'center' });
  found?.focus();
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–'
  : Array.isArray(value) ? value.join(' · ')
  : String(value as string);

function History({ request }: { readonly request: Request }) {
  const style = dateStyleOf(useProfile().business);
  return (
    <Section title={t('a2p.history')} text={t('a2p.historyText')}>
      <ol className="bk-checks">
        {request.timeline.toReversed().map((one, at) => (
          <li key={at}>
            <div>
              <b>
                {one.what === 'number' ?
                  phone(one.id ?? '')
                : one.what === 'prefix' ?
                  shown(one.id)
                : t(`a2p.step.${one.what}`)}
              </b>{' '}
              {t(`a2p.state.${one.state as State}`)}
              {one.attempt !== null && one.attempt > 1 && <> · {t('a2p.attempt', { count: one.attempt })}</>}
              <p className="bk-muted">
                <time dateTime={one.at}>{exact(one.at, style)}</time>
                {one.carrier_state !== null && <> · {one.carrier_state}</>}
              </p>
              {one.problems.map(({ code, message }) => (
                <p key={`${code}${message}`}>
                  {message} {code !== null && <span className="num">({code})</span>}
                </p>
              ))}
              {one.changes.map(({ field, was, now }) => (
                <p key={field}>{t('a2p.wasNow', { field: labelOf(field), was: shown(was), now: shown(now) })}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
