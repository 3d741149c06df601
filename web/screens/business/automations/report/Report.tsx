import '../automations.css';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconShare3 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Automation, AutomationCount, AutomationVersion } from '../../../../../api/contract/automations.ts';
import { useRead } from '../../../../data/read.ts';
import { useRouteParam } from '../../../../session/params.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RecordHeader } from '../../../../components/RecordHeader.tsx';
import { RowMenu } from '../../../../components/RowMenu.tsx';
import { AutomationBadge } from '../../../../components/StatusBadge.tsx';
import { shortTime } from '../../../../format/date.ts';
import { count, percent } from '../../../../format/number.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { startWords } from '../Automations.tsx';
import { CanvasView } from '../canvas/CanvasView.tsx';
import { differences } from '../differences.ts';
import { figuresOf, listed, type StepFigures, whysOf } from '../figures.ts';
import { Waiting } from '../manual-actions/Waiting.tsx';
import { KindIcon } from '../steps/kinds.tsx';
import { type Document, documentOf, here, triggersOf } from '../model.ts';
import { outlineOf } from '../outline.ts';
import { FailedEnrollments } from '../failed-enrollments/FailedEnrollments.tsx';
import { maybe, t } from '../texts.ts';
import { useAutomationActions } from '../useAutomationActions.tsx';
import { useNamedData } from '../useNamedData.ts';
import { rememberedView, rememberView } from '../view.ts';
import { ViewToggle } from '../ViewToggle.tsx';
import { called, exitWord, told } from '../labels.ts';
import { Runs } from './Runs.tsx';

/** /business/automations/{id}: how it goes, step by step and version by version, who is where; and to share it. */
export default function Report() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/automations/{id}', { params: { id } });
  const { actionsOf, dialogs, ask } = useAutomationActions(refresh);
  const { names } = useNamedData(data === undefined ? null : { triggers: triggersOf(data.data.triggers) });
  if (error)
    return (
      <div className="bk-page">
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (data === undefined)
    return (
      <div className="bk-page" role="status" aria-label={t('app.loading')}>
        <Skeleton height={320} radius="lg" />
      </div>
    );
  const automation = data.data;
  return (
    <div className="bk-page">
      <RecordHeader
        name={automation.name}
        sub={t('au.r.starts', { what: startWords(automation, names) })}
        badge={<AutomationBadge status={automation.status} />}
        back={{ href: here, label: t('au.title') }}
      >
        <Button
          variant="default"
          leftSection={<IconShare3 size={16} aria-hidden />}
          onClick={() => {
            ask('share', automation);
          }}
        >
          {t('au.r.share')}
        </Button>
        <Button component={Link} href={`${here}/${id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
          {t('au.action.edit')}
        </Button>
        <RowMenu
          name={automation.name}
          actions={actionsOf(automation, 'page').filter(({ id: act }) => act !== 'edit' && act !== 'share')}
        />
      </RecordHeader>
      {automation.live_problems.length > 0 && <Broken automation={automation} />}
      <dl className="bk-card au-sums">
        {(['entered', 'inside', 'reached', 'failed'] as const).map((what) => (
          <div key={what}>
            <dt className="muted">{t(`au.${what}`)}</dt>
            <dd className="num">
              {count(automation[what])}
              {what === 'reached' && automation.reached > 0 && (
                <span className="share muted">{percent(automation.reached / automation.entered)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <FailedEnrollments automation={automation.id} />
      {automation.version === null ?
        <p className="bk-card au-never muted">{t('au.r.never')}</p>
      : <>
          <Versions automation={automation} version={automation.version} />
          <Runs automation={automation} />
          <Waiting
            automation={automation.id}
            document={documentOf(automation.published ?? automation.document)}
            version={automation.version}
          />
        </>
      }
      {dialogs}
    </div>
  );
}

/** What the version that runs names and is gone, by the steps that need it. */
function Broken({ automation }: { readonly automation: Automation }) {
  const { id, live_problems: problems, published } = automation;
  const document = documentOf(published ?? automation.document);
  const nameOf = (node: string | null) => {
    const found = node === null ? undefined : document.nodes[node];
    return found === undefined ? t('au.p.trigger') : called(found);
  };
  return (
    <section className="bk-card au-gone" aria-label={t('au.broken.title')}>
      <div>
        <h2>{t('au.broken.title')}</h2>
        <p>{t('au.broken.text')}</p>
        <ul>
          {problems.map(({ node, trigger, field, message }) => (
            <li key={[node, trigger, field, message].join(' ')}>
              <b>{nameOf(node)}</b>: {message}
            </li>
          ))}
        </ul>
      </div>
      <Button component={Link} href={`${here}/${id}/edit`} variant="default">
        {t('au.broken.edit')}
      </Button>
    </section>
  );
}

/** All versions, and the figures of the one that is looked at: `?version=`. */
function Versions({ automation, version: newest }: { readonly automation: Automation; readonly version: number }) {
  const { id } = automation;
  const asked = Number(new URLSearchParams(useSearch()).get('version'));
  const shown = Number.isInteger(asked) && asked >= 1 && asked <= newest ? asked : newest;
  const versions = (useRead('/automations/{id}/versions', { params: { id } }).data?.data ??
    []) as readonly AutomationVersion[];
  const { data } = useRead('/automations/{id}/versions/{version}', { params: { id, version: shown } });
  const style = useDateStyle();
  const [, go] = useLocation();
  const tiny = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [view, setView] = useState(() => rememberedView(tiny, 'list'));
  const document = useMemo(() => (data === undefined ? null : documentOf(data.data.document)), [data]);
  const before = versions.reduce((most, { version }) => (version < shown && version > most ? version : most), 0);
  const { data: older } = useRead(
    '/automations/{id}/versions/{version}',
    before === 0 ? null : { params: { id, version: before } },
  );
  const was = useMemo(() => (older === undefined ? null : documentOf(older.data.document)), [older]);
  const { names } = useNamedData(document, was);
  const changes = document === null || was === null ? null : differences(was, document, names);
  const table = data !== undefined && document !== null && (
    <Steps id={id} document={document} names={names} counts={data.data.counts} />
  );
  return (
    <div className={`au-report${view === 'canvas' ? ' wide' : ''}`}>
      <section className="bk-card">
        <header>
          <h2>{t('au.r.steps', { version: shown })}</h2>
          <ViewToggle
            value={view}
            onChange={(next) => {
              setView(next);
              rememberView(tiny, next);
            }}
          />
        </header>
        {data === undefined || document === null ?
          <div className="body">
            <Skeleton height={160} />
          </div>
        : view === 'canvas' ?
          <div className="au-figured">
            <CanvasView
              key={shown}
              label={t('au.r.steps', { version: shown })}
              {...{ document, names }}
              counts={data.data.counts}
              open={null}
              onOpen={(step) => {
                if (step !== 'start') go(`${here}/${id}?waiting=${step}`);
              }}
              instead={table}
            />
          </div>
        : <div className="body">{table}</div>}
      </section>
      <section className="bk-card">
        <header>
          <h2>{t('au.r.versions')}</h2>
        </header>
        <ul className="body au-versions">
          {versions.map(({ version, published_at: at, by, entered, inside, reached }) => (
            <li key={version}>
              <Link
                href={`${here}/${id}${version === newest ? '' : `?version=${version}`}`}
                aria-current={version === shown ? 'true' : undefined}
              >
                {t('au.r.version', { version })}
                {version === newest && <span className="faint"> · {t('au.r.current')}</span>}
              </Link>
              <span className="faint">
                <Instant at={at}>
                  {by === null ? shortTime(at, style) : t('au.r.publishedBy', { at: shortTime(at, style), who: by })}
                </Instant>
              </span>
              <span className="muted">
                {t(entered === 0 ? 'au.cardSums' : 'au.r.versionSums', {
                  inside: count(inside),
                  entered: count(entered),
                  reached: count(reached),
                  share: percent(reached / Math.max(1, entered)),
                })}
              </span>
              {version === shown && changes !== null && (
                <div className="au-diff">
                  {t(changes.length === 0 ? 'au.diff.nothing' : 'au.diff.since', { version: before })}
                  <ul>
                    {changes.map((one) => (
                      <li key={one} dir="auto">
                        {one}
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const columns = [
  ['here', 'au.r.there'],
  ['passed', 'au.r.passed'],
  ['left', 'au.r.left'],
  ['held', 'au.r.heldBack'],
  ['failed', 'au.r.failedStep'],
] as const;
const columnTone: Readonly<Partial<Record<keyof StepFigures, string>>> = { failed: 'bad' };

function Steps({
  id,
  document,
  names,
  counts,
}: {
  readonly id: string;
  readonly document: Document;
  readonly names: Names;
  readonly counts: readonly AutomationCount[];
}) {
  const order = useMemo(() => outlineOf(document).order, [document]);
  const ends = listed(counts, null, 'ended');
  return (
    <>
      <div className="scroll" role="region" aria-label={t('au.b.steps')} tabIndex={0}>
        <table className="au-table">
          <thead>
            <tr>
              <th scope="col">{t('au.r.step')}</th>
              {columns.map(([what, word]) => (
                <th key={what} scope="col" className="right">
                  {t(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((step) => {
              const node = document.nodes[step]!;
              const figures = figuresOf(counts, step);
              const whys = whysOf(counts, step);
              const ways = listed(counts, step, 'exit');
              return (
                <tr key={step}>
                  <th scope="row">
                    <div>
                      <KindIcon kind={node.kind} size={15} />
                      <span>
                        <span dir="auto">{told(node, names)}</span>
                        {ways.length > 1 && (
                          <span className="muted ways">
                            {ways.map(([exit, times]) => `${exitWord(node, exit)}: ${count(times)}`).join(' · ')}
                          </span>
                        )}
                        {whys.length > 0 && <span className="muted ways">{whys.join(' · ')}</span>}
                      </span>
                    </div>
                  </th>
                  {columns.map(([what, word]) => (
                    <td key={what} className={`right num${figures[what] === 0 ? ' none' : ''}`} data-label={t(word)}>
                      {what === 'here' && figures.here > 0 ?
                        <Link
                          href={`${here}/${id}?waiting=${step}`}
                          aria-label={t('au.r.seeThere', { count: count(figures.here), name: told(node, names) })}
                        >
                          {count(figures.here)}
                        </Link>
                      : <span className={figures[what] === 0 ? 'faint' : columnTone[what]}>{count(figures[what])}</span>
                      }
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {ends.length > 0 && (
        <p className="muted au-ends">
          <b>{t('au.r.ended')}</b>{' '}
          {ends.map(([reason, times]) => `${maybe(`au.end.${reason}`) ?? reason}: ${count(times)}`).join(' · ')}
        </p>
      )}
    </>
  );
}
