import { ActionIcon, Button, Modal, Skeleton, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AutomationDeed, AutomationRun } from '../../../../../api/contract/automations.ts';
import { useRead } from '../../../../data/read.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { CanvasView } from '../canvas/CanvasView.tsx';
import { runPath } from '../canvas/run-path.ts';
import { RunActions } from '../manual-actions/RunActions.tsx';
import { automationModel, type Document, documentOf } from '../model.ts';
import { t } from '../texts.ts';
import { useNamedData } from '../useNamedData.ts';
import { causeWords, nameOfRun } from '../labels.ts';
import { DeedWords, toldOf } from './run-words.tsx';
import { StepStage } from './StepStage.tsx';

/** How long each step of a replay stands, ms. */
const pace = 1_100;

/** What happened to one contact: step by step in words, and on the version that it follows. */
export function RunPath({
  id,
  run,
  onClose,
}: {
  readonly id: string;
  readonly run: string;
  readonly onClose: () => void;
}) {
  const { data, error, refresh } = useRead('/automations/{id}/runs/{runId}', { params: { id, runId: run } });
  const tiny = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const style = useDateStyle();
  const found = data?.data;
  const document = useMemo(
    () => (found?.document == null ? automationModel.emptyDocument : documentOf(found.document)),
    [found?.document],
  );
  const path = useMemo(() => toldOf(found?.path ?? []), [found?.path]);
  const { names } = useNamedData(document);
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={tiny}
      size="min(1240px, calc(100vw - 32px))"
      title={found === undefined ? t('au.r.runs') : t('au.r.path', { name: nameOfRun(found) })}
    >
      {error !== undefined ?
        <ErrorState error={error} onRetry={refresh} />
      : found === undefined ?
        <Skeleton height={420} />
      : <>
          <p className="muted">
            {t('au.r.entry', { at: shortTime(found.started_at, style), entry: found.entry, version: found.version })}
            {' · '}
            {t('au.r.cause', { what: causeWords(found.trigger, document, names) })}
          </p>
          <Replay deeds={path} {...{ document, names }} />
          <div className="au-pathfoot">
            <RunActions run={found as AutomationRun} {...{ document, names }} onDone={refresh} />
            <Link href={`/business/contacts/${found.contact.id}`}>{t('au.r.toContact')}</Link>
          </div>
        </>
      }
    </Modal>
  );
}

/** The deeds one after the other, and where on the drawing each happened. */
function Replay({
  deeds,
  document,
  names,
}: {
  readonly deeds: readonly AutomationDeed[];
  readonly document: Document;
  readonly names: Names;
}) {
  const style = useDateStyle();
  const last = deeds.length - 1;
  const [shown, show] = useState(last);
  const at = Math.min(shown, last);
  const [plays, play] = useState(false);
  const small = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const list = useRef<HTMLOListElement>(null);
  const run = useMemo(() => runPath(deeds.slice(0, at + 1)), [deeds, at]);
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => {
      if (at >= last) play(false);
      else show(at + 1);
    }, pace);
    return () => {
      clearTimeout(timer);
    };
  }, [plays, at, last]);
  useEffect(() => {
    if (plays) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [plays, at]);
  // Who is out stands where they last were.
  const stands = deeds[at]?.kind === 'ended' ? deeds[at - 1] : deeds[at];
  const here = stands?.to ?? stands?.node ?? 'start';
  const firstOf = (step: string): number =>
    step === 'start' ? 0 : deeds.findIndex(({ node, to }) => node === step || to === step);
  const go = (to: number) => () => {
    play(false);
    show(to);
  };
  const player = (
    <div className="player" role="group" aria-label={t('au.r.play')}>
      <Tooltip label={t('au.r.stepBack')}>
        <ActionIcon aria-label={t('au.r.stepBack')} variant="default" disabled={at <= 0} onClick={go(at - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button
        size="xs"
        variant="default"
        data-autofocus
        leftSection={
          plays ? <IconPlayerPauseFilled size={14} aria-hidden />
          : at >= last ?
            <IconRefresh size={14} aria-hidden />
          : <IconPlayerPlayFilled size={14} aria-hidden />
        }
        onClick={() => {
          if (!plays && at >= last) show(0);
          play(!plays);
        }}
      >
        {t(plays ? 'au.r.pause' : 'au.r.play')}
      </Button>
      <Tooltip label={t('au.r.stepOn')}>
        <ActionIcon aria-label={t('au.r.stepOn')} variant="default" disabled={at >= last} onClick={go(at + 1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className="muted num" role="status">
        {t('au.r.stepNumber', { number: at + 1, count: deeds.length })}
      </span>
    </div>
  );
  return (
    <div className="au-replay">
      {small ?
        <div className="au-onestep">
          {deeds[at] !== undefined && <StepStage deed={deeds[at]} {...{ document, names }} />}
          {player}
        </div>
      : <div className="stage">
          <CanvasView
            label={t('au.r.drawing')}
            {...{ document, names, run }}
            counts={[]}
            open={here}
            onOpen={(step) => {
              const first = firstOf(step);
              if (first >= 0) go(first)();
            }}
            instead={null}
          />
        </div>
      }
      <div className="au-path">
        {!small && player}
        <ol ref={list}>
          {deeds.map((deed, index) => (
            <li key={index} className={index > at ? 'ahead' : ''} aria-current={index === at ? 'step' : undefined}>
              <button type="button" onClick={go(index)}>
                <span className="faint num">
                  <Instant at={deed.at}>{shortTime(deed.at, style)}</Instant>
                </span>
                <DeedWords deed={deed} document={document} names={names} />
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
