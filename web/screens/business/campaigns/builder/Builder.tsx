import './builder.css';
import { ActionIcon, Button, Drawer, Menu, Modal, Skeleton } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDots,
  IconEye,
  IconHistory,
  IconTemplate,
} from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Landing } from '../../../../../api/contract/campaigns.ts';
import {
  fieldsOf,
  isTaken,
  nested,
  type PageKind,
  type StoredSections,
  withinCoupon,
} from '../../../../../api/contract/page-model.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { useRouteParam } from '../../../../session/params.ts';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { PageGhost } from '../../../../components/Ghosts.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { useLeaveGuard } from '../../../../components/form/leave.ts';
import { LeaveDialog } from '../../../../components/form/LeaveDialog.tsx';
import { PageTitle } from '../../../../components/PageHeader.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { here, shown } from '../useCampaignActions.tsx';
import { fieldLabel, SectionControls, sectionLabel } from './Controls.tsx';
import { History } from './History.tsx';
import { HistoryButton } from '../../../../builder/HistoryButton.tsx';
import { type Change, changedSections } from '../../../../builder/log.ts';
import { useHistoryKeys } from '../../../../builder/useHistoryKeys.ts';
import { pageOf } from './page.ts';
import { keepPast, logWithPast } from '../../../../builder/past.ts';
import { fieldAt, type Picked, summaryOf } from './pick.ts';
import { type Device, Drawing, Sheet, widths } from './Preview.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { Say } from './announce.ts';
import { panelId, SectionRows, SectionTabs, Warnings } from './Sections.tsx';
import { Segments } from './Segments.tsx';
import { TemplateGallery } from './TemplateGallery.tsx';
import { type SaveState, useDraft } from '../../../../builder/useDraft.ts';
import { warningsOf } from './warnings.ts';
import { whenOf } from './when.ts';

/** /business/campaigns/landings/{id}/edit, /business/campaigns/popup/{id}/edit */
export default function BuilderScreen() {
  const id = useRouteParam('id');
  const read = useRead('/landings/{id}', { params: { id } }, { swr: { revalidateOnFocus: false } });
  if (read.error) return <ErrorState error={read.error} onRetry={read.refresh} />;
  if (!read.data) return <Ghost />;
  return <Builder key={id} landing={read.data.data} refresh={read.refresh} />;
}

/** The builder's panes, before the page is there. */
const Ghost = () => (
  <div className="bld" role="status" aria-label={t('app.loading')}>
    <div className="bld-head">
      <div className="names">
        <Skeleton height={15} width={160} mb={8} />
        <Skeleton height={10} width={110} />
      </div>
      <Skeleton height={34} width={90} />
    </div>
    <div className="bld-sections">
      {[90, 60, 120, 50, 110, 80, 100].map((width, index) => (
        <Skeleton key={index} height={12} width={width} m={12} />
      ))}
    </div>
    <div className="bld-stage" data-device="phone">
      <div className="bld-sheet ghost">
        <PageGhost />
      </div>
    </div>
    <div className="bld-side">
      <Skeleton height={16} width={140} mb={24} />
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index}>
          <Skeleton height={11} width={90} mb={8} />
          <Skeleton height={34} mb={20} />
        </div>
      ))}
    </div>
  </div>
);

const devices = [
  ['phone', IconDeviceMobile],
  ['tablet', IconDeviceTablet],
  ['desktop', IconDeviceDesktop],
] as const;

/** What a step of the log was about. */
const wordsOf = (step: readonly Change[], kind: PageKind): string =>
  step.length === 1 ?
    `${sectionLabel(step[0]!.section, kind)}: ${fieldLabel(step[0]!.section, step[0]!.field)}`
  : t('builder.wholePage');

function Builder({ landing, refresh }: { readonly landing: Landing; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const profile = useProfile();
  const refreshLists = useRefresh();
  const { kind } = landing.page;
  const { id } = landing;
  const [begin] = useState(() => ({
    log: logWithPast(id, landing.revision, pageOf(kind, landing.sections)),
    revision: landing.revision,
  }));
  const put = useCallback(
    async (sections: StoredSections, revision: number) =>
      (
        await client.put('/landings/{id}', {
          params: { id },
          body: { sections: nested(sections), revision },
          quiet: true,
        })
      ).data,
    [client, id],
  );
  const draft = useDraft(begin, put);
  const { log, state, revision } = draft;
  const { page } = log;
  useEffect(() => {
    if (state === 'saved') keepPast(id, revision, log);
  }, [id, revision, log, state]);
  const sections = useMemo(() => Object.entries(fieldsOf(kind)), [kind]);
  /** A section that has nothing to say, since the coupon looks like the page, is not offered. */
  const names = useMemo(
    () =>
      sections
        .filter(([name, of]) => Object.keys(of).some((field) => !isTaken(kind, page, name, field)))
        .map(([name]) => name),
    [sections, kind, page],
  );
  const [section, setSection] = useState<string>(
    'main' in page ? 'main'
    : 'emailStep' in page ? 'emailStep'
    : names[0]!,
  );
  /** At phone width one thing at a time: the sections, or the controls of one. */
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [inside, setInside] = useState(false);
  const [device, setDevice] = useState<Device>('phone');
  const [panel, setPanel] = useState<'history' | 'publish' | 'templates' | 'preview' | 'unpublish' | null>(null);
  /** What was pressed in the preview has the focus next, not the button that opened the preview. */
  const [led, setLed] = useState(false);
  const [said, say] = useState('');
  const leave = useLeaveGuard(state !== 'saved');
  const { template, offer_title: offer } = landing;
  const warnings = useMemo(() => warningsOf(kind, page, { template, offer }), [kind, page, template, offer]);
  const warned = useMemo(() => new Set(warnings.map((one) => one.section)), [warnings]);
  const live = landing.page.version;
  const company = profile.business?.name ?? '';
  const frame = useRef<HTMLDivElement>(null);

  /** Draws what is asked for at once and goes there: a focus of the next frame would overtake who has gone on meanwhile. */
  const focusOn = (ask: () => void, find: (frame: HTMLElement) => HTMLElement | null | undefined) => {
    flushSync(ask);
    const found = frame.current === null ? null : find(frame.current);
    found?.scrollIntoView({ block: 'nearest' });
    found?.focus({ preventScroll: true });
  };
  const open = (name: string) => {
    setSection(name);
    setInside(true);
  };
  /** A section with one of its fields: what was pressed in the preview, or warned of. */
  const openField = (name: string, field: string | null) => {
    focusOn(
      () => {
        open(name);
        setLed(true);
        setPanel(null);
      },
      (box) => (field === null ? box.querySelector<HTMLElement>('.bld-side h2') : controlOf(box, field)),
    );
  };
  const onCoupon = withinCoupon(kind, section) !== null;
  const pick = (picked: Picked) => {
    // In the drawing of the coupon its sections have the names that they have there.
    const name = onCoupon ? `coupon.${picked.section}` : picked.section;
    openField(name, fieldAt(kind, page, { ...picked, section: name }));
  };
  const { save } = draft;
  const step = (way: 'undo' | 'redo') => {
    const one = (way === 'undo' ? log.done : log.undone).at(-1);
    if (one === undefined) return;
    draft[way]();
    // What changed is shown.
    if (one.length === 1) setSection(one[0]!.section);
    say(t(way === 'undo' ? 'builder.undone' : 'builder.redone', { what: wordsOf(one, kind) }));
  };
  useHistoryKeys({
    save: () => void save(),
    step,
    takes: ({ target }) =>
      panel === null &&
      !leave.asking &&
      // In the field for a link it is what is typed there that is undone.
      !(target instanceof Element && target.closest('.bld-rich .link') !== null),
  });

  const settle = async (body: { publish: boolean } | { restore: number }): Promise<boolean> => {
    if (!(await save())) return false;
    const done = await run(async () => {
      await client.put('/landings/{id}', { params: { id }, body: { sections: {}, ...body } });
      const { data } = await client.get('/landings/{id}', { params: { id } });
      draft.restart(pageOf(kind, data.sections), data.revision);
      refresh();
      await refreshLists(...shown);
      return true;
    });
    return done ?? false;
  };
  const close = () => {
    setPanel(null);
  };

  const drawing = (
    <Drawing
      kind={kind}
      page={page}
      company={company}
      phoneAlways={landing.phone_always}
      offer={landing.offer_title}
      section={section}
    />
  );
  const fields = Object.fromEntries(
    Object.entries(sections.find(([name]) => name === section)?.[1] ?? {}).filter(
      ([name]) => !isTaken(kind, page, section, name),
    ),
  );
  const historyButton = (way: 'undo' | 'redo', one: readonly Change[] | undefined) => {
    const act = t(`builder.${way}`);
    return (
      <HistoryButton
        way={way}
        act={act}
        hint={one === undefined ? null : (key) => t('builder.stepKey', { act, what: wordsOf(one, kind), key })}
        onStep={step}
      />
    );
  };
  const steps = (
    <>
      {historyButton('undo', log.done.at(-1))}
      {historyButton('redo', log.undone.at(-1))}
    </>
  );
  const list = phone && !inside;
  return (
    <Say value={say}>
      <div ref={frame} className="bld" data-phone={phone}>
        <p className="sr-only" role="status">
          {said}
        </p>
        <header className="bld-head">
          <Link
            href={kind === 'popup' ? `${here}/${id}` : `${here}/landings`}
            className="back"
            aria-label={t(kind === 'popup' ? 'popup.back' : 'builder.back')}
          >
            <IconChevronLeft size={18} aria-hidden />
          </Link>
          <div className="names">
            <PageTitle title={landing.name} />
            <span className="states">
              <SaveNote state={state} problem={draft.problem} />
              <LiveNote version={live} changed={changed(kind, page, landing.published, live)} />
            </span>
          </div>
          {!phone && (
            <Segments
              label={t('builder.device')}
              value={device}
              options={devices.map(([value, icon]) => ({ value, icon, label: t(`builder.${value}`) }))}
              onChange={setDevice}
            />
          )}
          <div className="acts">
            {!phone && steps}
            <Menu position="bottom-end" width={220}>
              <Menu.Target>
                <ActionIcon aria-label={t('builder.more')}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconHistory size={16} aria-hidden />}
                  onClick={() => {
                    setPanel('history');
                  }}
                >
                  {t('builder.history')}
                </Menu.Item>
                {kind !== 'coupon' && (
                  <Menu.Item
                    leftSection={<IconTemplate size={16} aria-hidden />}
                    onClick={() => {
                      setPanel('templates');
                    }}
                  >
                    {t('builder.otherTemplate')}
                  </Menu.Item>
                )}
                {live !== null && (
                  <Menu.Item
                    color="red"
                    leftSection={<IconCloudOff size={16} aria-hidden />}
                    onClick={() => {
                      setPanel('unpublish');
                    }}
                  >
                    {t(kind === 'popup' ? 'popup.unpublish' : 'builder.unpublish')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
            <Button
              onClick={() => {
                setPanel('publish');
              }}
            >
              {t('builder.publish')}
            </Button>
          </div>
        </header>

        {draft.theirs !== null && (
          <div className="bld-conflict" role="alert">
            <IconAlertTriangle size={18} aria-hidden />
            <p>
              {t('builder.conflict', {
                who: draft.theirs.changes[0]?.by ?? t('builder.somebody'),
                what: draft.theirs.changes
                  .map(({ field }) => sectionLabel(field.replace('sections.', ''), kind))
                  .join(', '),
              })}
            </p>
            <Button size="xs" variant="default" onClick={draft.takeTheirs}>
              {t('conflict.takeTheirs')}
            </Button>
            <Button size="xs" onClick={draft.keepMine}>
              {t('conflict.keepMine')}
            </Button>
          </div>
        )}

        {(!phone || list) && (
          <div className="bld-sections">
            {phone ?
              <SectionRows
                kind={kind}
                names={names}
                warned={warned}
                summary={(name) => summaryOf(kind, page, name, (field) => fieldLabel(name, field))}
                onOpen={(name) => {
                  openField(name, null);
                }}
              />
            : <SectionTabs
                kind={kind}
                names={names}
                section={section}
                warned={warned}
                onChoose={setSection}
                onEnter={(name) => {
                  focusOn(
                    () => {
                      setSection(name);
                    },
                    (box) => firstControl(box.querySelector('.bld-side .bld-controls')),
                  );
                }}
              />
            }
            {warnings.length > 0 && <Warnings kind={kind} warnings={warnings} onOpen={openField} />}
          </div>
        )}
        {!phone && (
          <Stage
            device={device}
            drawing={drawing}
            title={landing.name}
            section={withinCoupon(kind, section) ?? section}
            onPick={pick}
          />
        )}
        {!list && (
          <div
            id={panelId}
            className="bld-side"
            {...(phone ? {} : { role: 'tabpanel', 'aria-label': sectionLabel(section, kind) })}
          >
            {phone && (
              <button
                type="button"
                className="bld-up"
                onClick={() => {
                  focusOn(
                    () => {
                      setInside(false);
                    },
                    (box) => box.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`),
                  );
                }}
              >
                <IconChevronLeft size={16} aria-hidden />
                {t('builder.sections')}
              </button>
            )}
            <h2 tabIndex={-1}>{sectionLabel(section, kind)}</h2>
            {onCoupon && (
              <OfferNote campaignId={id} title={landing.discount_type === 'none' ? null : landing.offer_title} />
            )}
            {kind === 'popup' && section === 'settings' && <p className="bld-said">{whenOf(page)}</p>}
            <SectionControls
              key={section}
              section={section}
              fields={fields}
              page={page}
              onChange={(field, value) => {
                draft.edit(section, field, value);
              }}
            />
          </div>
        )}
        {phone && (
          <div className="bld-foot">
            {steps}
            <Button
              variant="default"
              fullWidth
              leftSection={<IconEye size={18} aria-hidden />}
              onClick={() => {
                setLed(false);
                setPanel('preview');
              }}
            >
              {t('builder.preview')}
            </Button>
          </div>
        )}

        <Modal opened={panel === 'preview'} onClose={close} returnFocus={!led} fullScreen title={t('builder.preview')}>
          <p className="muted bld-hint">{t('builder.pressToEdit')}</p>
          <Sheet
            title={t('builder.previewOf', { name: landing.name })}
            width={Math.min(window.innerWidth - 32, widths.phone)}
            fit={{ width: window.innerWidth - 32, height: window.innerHeight - 130 }}
            onPick={pick}
          >
            {drawing}
          </Sheet>
        </Modal>
        {panel === 'publish' && (
          <PublishDialog
            id={id}
            kind={kind}
            page={page}
            published={live === null ? null : landing.published}
            link={landing.page.link}
            warnings={warnings}
            onClose={close}
            onPublish={() => settle({ publish: true })}
            onWarning={openField}
          />
        )}
        <ConfirmDialog
          opened={panel === 'unpublish'}
          title={t(kind === 'popup' ? 'popup.unpublishTitle' : 'builder.unpublishTitle')}
          text={t(kind === 'popup' ? 'popup.unpublishText' : 'builder.unpublishText')}
          confirm={t(kind === 'popup' ? 'popup.unpublish' : 'builder.unpublish')}
          onConfirm={async () => {
            if (await settle({ publish: false })) toastSuccess(t('builder.unpublished'));
          }}
          onClose={close}
        />
        <Drawer opened={panel === 'history'} onClose={close} position="right" title={t('builder.history')}>
          {panel === 'history' && (
            <History
              id={id}
              kind={kind}
              company={company}
              history={landing.history}
              live={live}
              onRestore={async (version) => {
                if (!(await settle({ restore: version }))) return;
                close();
                toastSuccess(t('act.restored', { version }));
              }}
            />
          )}
        </Drawer>
        <Modal opened={panel === 'templates'} onClose={close} size="xl" title={t('builder.otherTemplate')}>
          {panel === 'templates' && (
            <>
              <p className="muted bld-hint">{t('builder.otherTemplateText')}</p>
              <TemplateGallery
                kind={kind}
                company={company}
                onChoose={(template) => {
                  draft.replace(pageOf(kind, template?.sections ?? {}));
                  close();
                }}
              />
            </>
          )}
        </Modal>
        <LeaveDialog leave={leave} onStay={() => void save()} />
      </div>
    </Say>
  );
}

/** What the coupon is good for is an answer of the campaign: it is said here, with the way to it. */
const OfferNote = ({ campaignId, title }: { readonly campaignId: string; readonly title: string | null }) => (
  <p className="bld-said">
    {title === null ? t('builder.noOffer') : t('builder.offer', { offer: title })}{' '}
    <Link href={`${here}/${campaignId}/edit`}>{t(title === null ? 'builder.addOffer' : 'builder.editOffer')}</Link>
  </p>
);

/** What takes the keyboard first: words before the tools for them. */
const firstControl = (box: Element | null): HTMLElement | null =>
  box?.querySelector<HTMLElement>('[contenteditable]') ??
  box?.querySelector<HTMLElement>('input:not([type=file], [type=hidden]), textarea, button') ??
  null;
function controlOf(frame: HTMLElement, field: string): HTMLElement | null {
  const box = frame.querySelector<HTMLElement>(`.bld-side [data-field="${CSS.escape(field)}"]`);
  const folded = box?.closest('details');
  if (folded) folded.open = true;
  return box instanceof HTMLInputElement ? box : firstControl(box);
}

/** Whether what is built is not what is live. */
const changed = (kind: PageKind, page: StoredSections, published: Landing['published'], live: number | null): boolean =>
  live === null || published === null || Object.keys(changedSections(page, pageOf(kind, published))).length > 0;

function SaveNote({ state, problem }: { readonly state: SaveState; readonly problem: string | null }) {
  /** Said aloud; that every stroke is saved is not. */
  const troubled = state === 'failed' || state === 'refused' || state === 'conflict';
  const Icon =
    state === 'saved' ? IconCloudCheck
    : troubled ? IconCloudOff
    : IconCloudUp;
  const words =
    state === 'saved' ? t('builder.saved')
    : state === 'failed' ? t('builder.failed')
    : state === 'refused' ? t('builder.refused', { why: problem ?? '' })
    : state === 'conflict' ? t('builder.waits')
    : t('builder.saving');
  return (
    <span className={`save ${state}`} {...(troubled ? { role: 'status' } : {})}>
      <Icon size={14} aria-hidden />
      {words}
    </span>
  );
}

const LiveNote = ({ version, changed: different }: { readonly version: number | null; readonly changed: boolean }) => (
  <span
    className={`live ${
      version === null ? 'not'
      : different ? 'old'
      : 'now'
    }`}
  >
    <i aria-hidden />
    {version === null ?
      t('builder.notPublished')
    : different ?
      t('builder.publishedOlder', { version })
    : t('builder.published', { version })}
  </span>
);

function Stage({
  device,
  drawing,
  title,
  section,
  onPick,
}: {
  readonly device: Device;
  readonly drawing: React.ReactNode;
  readonly title: string;
  readonly section: string;
  readonly onPick: (picked: Picked) => void;
}) {
  const { ref, width, height } = useElementSize();
  const room = { width: Math.max(200, width - 32), height: Math.max(300, height - 32) };
  const tall =
    device === 'phone' ? 844
    : device === 'tablet' ? 1180
    : 10_000;
  return (
    <div ref={ref} className="bld-stage" data-device={device}>
      {width > 0 && (
        <Sheet
          key={device}
          title={t('builder.previewOf', { name: title })}
          width={widths[device]}
          fit={{ width: room.width, height: Math.min(room.height, tall) }}
          onPick={onPick}
          selected={section}
        >
          {drawing}
        </Sheet>
      )}
    </div>
  );
}
