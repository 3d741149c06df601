import '../agency.css';
import { Button } from '@mantine/core';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { count } from '../../../format/number.ts';
import { type MessageKey, t } from './texts.ts';
import { useAppConfig } from '../../../session/brand.ts';
import { useProfile, useRefreshProfile } from '../../../session/profile.tsx';

type StepId = 'brand' | 'carrier' | 'mail' | 'business' | 'number' | 'handover' | 'acting' | 'consent' | 'stopping';
interface Step {
  readonly id: StepId;
  readonly points: readonly MessageKey[];
  readonly to: { readonly href: string; readonly label: MessageKey } | null;
  /** Known to be done; null: nothing to be done. */ readonly done: boolean | null;
}

/** From nothing to a business that texts: in order, with what is done already. */
function useSteps(): readonly Step[] {
  const { agency, twilioConfig, sendgridIntegration } = useProfile();
  const businesses = useRead('/businesses', {
    query: { sort_by: 'created_at', sort_desc: '1', status: 'active' },
  }).data;
  const brand = agency?.whitelabel;
  const first = businesses?.data[0];
  return [
    {
      id: 'brand',
      points: ['guide.brand.1', 'guide.brand.2', 'guide.brand.3'],
      to: { href: '/agency/settings?tab=brand', label: 'guide.brand.go' },
      done: Boolean(brand?.logo ?? brand?.color ?? brand?.name),
    },
    {
      id: 'carrier',
      points: ['guide.carrier.1', 'guide.carrier.2'],
      to: { href: '/agency/setups/twilio', label: 'guide.carrier.go' },
      done: twilioConfig !== null && !twilioConfig.trial,
    },
    {
      id: 'mail',
      points: ['guide.mail.1', 'guide.mail.2'],
      to: { href: '/agency/settings?tab=mail', label: 'guide.mail.go' },
      done: (sendgridIntegration ?? agency?.mailgunIntegration ?? agency?.sesIntegration ?? null) !== null,
    },
    {
      id: 'business',
      points: ['guide.business.1', 'guide.business.2', 'guide.business.3'],
      to: { href: '/agency/businesses/create', label: 'guide.business.go' },
      done: (businesses?.meta.total ?? 0) > 0,
    },
    {
      id: 'number',
      points: ['guide.number.1', 'guide.number.2', 'guide.number.3'],
      to: null,
      done: businesses?.data.some((one) => one.phone_number !== null) ?? false,
    },
    {
      id: 'handover',
      points: ['guide.handover.1', 'guide.handover.2'],
      to: first ? { href: `/agency/businesses/${first.id}`, label: 'guide.handover.go' } : null,
      done: null,
    },
    {
      id: 'acting',
      points: ['guide.acting.1', 'guide.acting.2', 'guide.acting.3'],
      to: { href: '/agency/businesses', label: 'guide.acting.go' },
      done: null,
    },
    { id: 'consent', points: ['guide.consent.1', 'guide.consent.2', 'guide.consent.3'], to: null, done: null },
    {
      id: 'stopping',
      points: ['guide.stopping.1', 'guide.stopping.2', 'guide.stopping.3'],
      to: { href: '/agency/businesses/archived', label: 'guide.stopping.go' },
      done: null,
    },
  ];
}

/** A guide to everything an agency can do here. */
export default function Training() {
  const steps = useSteps();
  const sandbox = useAppConfig()?.sandbox ?? null;
  const tasks = steps.filter((step) => step.done !== null);
  const done = tasks.filter((step) => step.done === true).length;
  return (
    <div className="bk-page">
      <PageHeader title={t('guide.title')} meta={t('guide.done', { done: count(done), total: count(tasks.length) })}>
        <Finished />
      </PageHeader>
      <div className="bk-guide">
        <article>
          <p>{t('guide.intro')}</p>
          <div
            className="progress"
            role="progressbar"
            aria-label={t('guide.done', { done, total: tasks.length })}
            aria-valuemin={0}
            aria-valuemax={tasks.length}
            aria-valuenow={done}
          >
            <i style={{ width: `${(done / tasks.length) * 100}%` }} />
          </div>
          {steps.map((step, index) => (
            <Part key={step.id} step={step} number={index + 1}>
              {step.id === 'number' && sandbox && (
                <p>
                  {t('guide.number.sandbox')}{' '}
                  <a href={sandbox.phone_url} target="_blank" rel="noreferrer">
                    {t('sandbox.open')}
                  </a>
                </p>
              )}
              {step.id === 'mail' && sandbox && (
                <p>
                  {t('guide.mail.sandbox')}{' '}
                  <a href={sandbox.inbox_url} target="_blank" rel="noreferrer">
                    {t('guide.mail.inbox')}
                  </a>
                </p>
              )}
            </Part>
          ))}
        </article>
        <nav className="toc" aria-label={t('guide.contents')}>
          {steps.map((step, index) => (
            <a key={step.id} href={`#${step.id}`}>
              {index + 1}. {t(`guide.${step.id}.title`)}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

function Part({
  step,
  number,
  children,
}: {
  readonly step: Step;
  readonly number: number;
  readonly children?: ReactNode;
}) {
  return (
    <section id={step.id} className={`bk-card step${step.done ? ' done' : ''}`} aria-labelledby={`${step.id}-title`}>
      <div className="head">
        <span className="n" aria-hidden>
          {step.done ?
            <IconCheck size={16} stroke={2.6} />
          : number}
        </span>
        <h2 id={`${step.id}-title`}>{t(`guide.${step.id}.title`)}</h2>
        {step.done && <span className="end bk-status tone-success">{t('guide.isDone')}</span>}
      </div>
      <p>{t(`guide.${step.id}.text`)}</p>
      <ul className="points">
        {step.points.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ul>
      {children}
      {step.to && (
        <div>
          <Button
            component={Link}
            href={step.to.href}
            variant={step.done === false ? 'light' : 'default'}
            size="xs"
            rightSection={<IconArrowRight size={15} aria-hidden />}
          >
            {t(step.to.label)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A new agency says that it has found its way. */
function Finished() {
  const { client, run } = useApp();
  const refresh = useRefreshProfile();
  const agency = useProfile().agency;
  if (!agency?.is_new) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={16} aria-hidden />}
      onClick={() => {
        void run(async () => {
          await client.put('/agencies/{id}/update-partial', { params: { id: agency.id }, body: { is_new: false } });
          refresh();
        });
      }}
    >
      {t('guide.finish')}
    </Button>
  );
}
