import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useRefresh } from '../../../../api/refresh.ts';
import { ApiError, failureMessage } from '../../../../api/errors.ts';
import { useApp } from '../../../../session/context.tsx';
import { count } from '../../../../format/number.ts';
import { useFilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here } from '../presentation.tsx';
import { t } from '../texts.ts';
import { audienceInWords } from './audience-words.ts';
import { costInWords, leftInWords, problemsOf, segmentsInWords, usePace } from './Summary.tsx';
import type { Draft } from './useDraft.ts';
import type { Estimate } from './useEstimate.ts';
import { whenInWords } from './labels.ts';

/** The last look: how many, what it says of them who do not get it, what it costs, when. The button repeats the number. */
export function SendDialog({
  id,
  draft,
  estimate: { funnel, credit },
  onClose,
  onSent,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly estimate: Estimate;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const style = useDateStyle();
  const { names, known } = useFilterData(draft.audience.filter);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const pace = usePace(credit);
  const now = draft.schedule.kind === 'now';
  const recipients = funnel?.recipients ?? null;
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await client.post('/broadcasts/{id}/schedule', { params: { id } });
      await refresh('/broadcasts');
      if (data.status === 'scheduled' && now) go(`${here}/${id}/report`);
      else if (data.started_at !== null) go(`${here}/${id}/report`);
      else onSent();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed')));
    } finally {
      setBusy(false);
    }
  };
  const row = (title: string, value: string) => (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
  const cost = costInWords(credit);
  return (
    <Modal
      opened
      onClose={onClose}
      size="md"
      title={recipients === null ? t('bc.send.title') : t('bc.send.titleTo', { count: recipients })}
    >
      <dl className="bc-facts">
        {row(t('bc.send.name'), draft.name)}
        {row(t('bc.who.title'), known ? audienceInWords(draft.audience, names) : '…')}
        {row(t('bc.send.when'), whenInWords(draft.schedule, style))}
        {funnel !== null &&
          funnel.total > funnel.recipients &&
          row(
            t('bc.send.leftOut'),
            t('bc.send.leftOutOf', { count: funnel.total - funnel.recipients, total: count(funnel.total) }),
          )}
        {credit !== null && draft.type !== 'email' && (
          <>
            {row(t('bc.summary.each'), segmentsInWords(credit, draft.type))}
            {row(t('bc.summary.credits'), count(credit.credits))}
            {row(t('bc.summary.left'), leftInWords(credit))}
          </>
        )}
        {cost !== null && row(t('bc.summary.cost'), cost)}
        {row(t('bc.summary.pace'), pace)}
        {draft.contents.length > 1 &&
          draft.test !== null &&
          row(
            t('bc.send.test'),
            draft.test.share === 100 ?
              t('bc.send.testAll', { count: draft.contents.length })
            : t('bc.send.testShare', {
                count: draft.contents.length,
                share: draft.test.share,
                hours: draft.test.hours,
              }),
          )}
      </dl>
      {credit !== null &&
        problemsOf(credit, draft).map((one) => (
          <p key={one} className="problem">
            {one}
          </p>
        ))}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={recipients === 0}
          data-autofocus
          onClick={() => {
            void send();
          }}
        >
          {recipients === null ?
            t('bc.send.go')
          : now ?
            t('bc.send.goNow', { count: recipients })
          : t('bc.send.goLater', { count: recipients })}
        </Button>
      </Group>
    </Modal>
  );
}
