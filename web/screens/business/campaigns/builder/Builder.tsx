import './builder.css';
import { ActionIcon, Button, Drawer, Menu, Modal, Tooltip } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
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
import { Link } from 'wouter';
import type { Landing } from '../../../../../api/contract/campaigns.ts';
import { fieldsOf, nested, type PageKind, type StoredSections } from '../../../../../api/contract/page-model.ts';
import { useRead } from '../../../../api/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../app/context.tsx';
import { useRouteParam } from '../../../../app/params.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { useLeaveGuard } from '../../../../components/form/leave.ts';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { PageTitle } from '../../../../components/PageHeader.tsx';
import { useProfile } from '../../../../session/profile.tsx';
import { t } from '../texts.ts';
import { here } from '../useCampaignActions.tsx';
import { fieldLabel, SectionControls, sectionLabel } from './Controls.tsx';
import { History } from './History.tsx';
import { changedSections } from './log.ts';
import { pageOf } from './page.ts';
import { type Device, Drawing, Sheet, widths } from './Preview.tsx';
import { TemplateGallery } from './TemplateGallery.tsx';
import { useDraft } from './useDraft.ts';
import { whenOf } from './when.ts';
import { type Warning, warningsOf } from './warnings.ts';

/** /business/campaigns/landings/{id}/edit, /business/campaigns/popup/{id}/edit */
export default function BuilderScreen() {
  const id = useRouteParam('id');
  const read = useRead('/landings/{id}', { params: { id } }, { swr: { revalidateOnFocus: false } });
  if (read.error) return <ErrorState error={read.error} onRetry={read.refresh} />;
  if (!read.data) return <FormGhost />;
  return <Builder key={id} landing={read.data.data} refresh={read.refresh} />;
}

const devices = [
  ['phone', IconDeviceMobile],
  ['tablet', IconDeviceTablet],
  ['desktop', IconDeviceDesktop],
] as const;

function Builder({ landing, refresh }: { readonly landing: Landing; readonly refresh: () => void }) {
  const { client, run } = useApp();
  const profile = useProfile();
  const refreshLists = useRefresh();
  const { kind } = landing.page;
  const { id } = landing;
  const [begin] = useState(() => ({ page: pageOf(kind, landing.sections), revision: landing.revision }));
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
  const { log, state } = draft;
  const { page } = log;
  const sections = useMemo(() => Object.entries(fieldsOf(kind)), [kind]);
  const [section, setSection] = useState<string>(
    'main' in page ? 'main'
    : 'emailStep' in page ? 'emailStep'
    : sections[0]![0],
  );
  const narrow = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [device, setDevice] = useState<Device>('phone');
  const [panel, setPanel] = useState<'history' | 'publish' | 'templates' | 'preview' | null>(null);
  const leave = useLeaveGuard(state !== 'saved');
  const warnings = useMemo(() => warningsOf(kind, page), [kind, page]);
  const live = landing.page.version;
  const company = profile.business?.name ?? '';

  const { undo, redo, save } = draft;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      const act =
        key === 'z' ?
          event.shiftKey ?
            redo
          : undo
        : key === 'y' ? redo
        : key === 's' ? save
        : null;
      if (act === null) return;
      event.preventDefault();
      void act();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [undo, redo, save]);

  const controls = useRef<HTMLElement>(null);
  const open = (name: string, field?: string) => {
    setSection(name);
    if (field === undefined) return;
    requestAnimationFrame(() => {
      const label = fieldLabel(name, field);
      const found = [...(controls.current?.querySelectorAll('label, .label') ?? [])].find(
        (one) => one.textContent === label,
      );
      found?.scrollIntoView({ block: 'center' });
    });
  };
  const settle = async (body: { publish: boolean } | { restore: number }) => {
    if (!(await save())) return;
    await run(async () => {
      await client.put('/landings/{id}', { params: { id }, body: { sections: {}, ...body } });
      const { data } = await client.get('/landings/{id}', { params: { id } });
      draft.restart(pageOf(kind, data.sections), data.revision);
      refresh();
      await refreshLists('/campaigns', '/landings', '/coupons');
    });
    setPanel(null);
  };

  const drawing = (
    <Drawing kind={kind} page={page} company={company} phoneAlways={landing.phone_always} section={section} />
  );
  const fields = sections.find(([name]) => name === section)?.[1] ?? {};
  return (
    <div className="bld" data-narrow={narrow}>
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
        {!narrow && (
          <span className="bld-segments" role="group" aria-label={t('builder.device')}>
            {devices.map(([name, Icon]) => (
              <button
                key={name}
                type="button"
                aria-pressed={device === name}
                aria-label={t(`builder.${name}`)}
                onClick={() => {
                  setDevice(name);
                }}
              >
                <Icon size={17} aria-hidden />
              </button>
            ))}
          </span>
        )}
        <div className="acts">
          <Tooltip label={`${t('builder.undo')} · Ctrl Z`}>
            <ActionIcon aria-label={t('builder.undo')} disabled={log.done.length === 0} onClick={undo}>
              <IconArrowBackUp size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={`${t('builder.redo')} · Ctrl Shift Z`}>
            <ActionIcon aria-label={t('builder.redo')} disabled={log.undone.length === 0} onClick={redo}>
              <IconArrowForwardUp size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
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
                  onClick={() => void settle({ publish: false })}
                >
                  {t(kind === 'popup' ? 'popup.unpublish' : 'builder.unpublish')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          {narrow && (
            <ActionIcon
              aria-label={t('builder.preview')}
              variant="default"
              onClick={() => {
                setPanel('preview');
              }}
            >
              <IconEye size={18} aria-hidden />
            </ActionIcon>
          )}
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

      <nav className="bld-sections" aria-label={t('builder.sections')}>
        {sections.map(([name]) => (
          <button
            key={name}
            type="button"
            aria-current={name === section}
            onClick={() => {
              setSection(name);
            }}
          >
            <span>{sectionLabel(name, kind)}</span>
            {warnings.some((one) => one.section === name) && (
              <IconAlertTriangle size={14} aria-label={t('builder.warned')} className="warned" />
            )}
          </button>
        ))}
        {warnings.length > 0 && !narrow && <Warnings kind={kind} warnings={warnings} onOpen={open} />}
      </nav>
      {!narrow && (
        <Stage device={device} drawing={drawing} title={landing.name} section={section} onPick={setSection} />
      )}
      <section ref={controls} className="bld-side" aria-label={sectionLabel(section, kind)}>
        <h2>{sectionLabel(section, kind)}</h2>
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
        {warnings.length > 0 && narrow && <Warnings kind={kind} warnings={warnings} onOpen={open} />}
      </section>

      <Modal
        opened={panel === 'preview'}
        onClose={() => {
          setPanel(null);
        }}
        fullScreen
        title={t('builder.preview')}
      >
        <Sheet
          title={landing.name}
          width={Math.min(window.innerWidth - 32, widths.phone)}
          fit={{ width: window.innerWidth - 32, height: window.innerHeight - 110 }}
        >
          {drawing}
        </Sheet>
      </Modal>
      <PublishDialog
        opened={panel === 'publish'}
        kind={kind}
        page={page}
        published={live === null ? null : landing.published}
        link={landing.page.link}
        warnings={warnings}
        onClose={() => {
          setPanel(null);
        }}
        onPublish={() => settle({ publish: true })}
      />
      <Drawer
        opened={panel === 'history'}
        onClose={() => {
          setPanel(null);
        }}
        position="right"
        title={t('builder.history')}
      >
        {panel === 'history' && (
          <History
            id={id}
            kind={kind}
            company={company}
            history={landing.history}
            live={live}
            onRestore={(version) => settle({ restore: version })}
          />
        )}
      </Drawer>
      <Modal
        opened={panel === 'templates'}
        onClose={() => {
          setPanel(null);
        }}
        size="xl"
        title={t('builder.otherTemplate')}
      >
        {panel === 'templates' && (
          <TemplateGallery
            kind={kind}
            company={company}
            onChoose={(template) => {
              if (template !== null) draft.replace(template.sections);
              setPanel(null);
            }}
          />
        )}
      </Modal>
      <Modal opened={leave.asking} onClose={leave.stay} title={t('form.leaveTitle')} size="sm">
        <p className="muted">{t('form.leaveText')}</p>
        <div className="bld-buttons">
          <Button variant="default" onClick={leave.leave}>
            {t('form.leave')}
          </Button>
          <Button
            onClick={() => {
              void save();
              leave.stay();
            }}
          >
            {t('form.stay')}
          </Button>
        </div>
      </Modal>
    </div>
  );
}

/** Whether what is built is not what is live. */
const changed = (kind: PageKind, page: StoredSections, published: Landing['published'], live: number | null): boolean =>
  live === null || published === null || Object.keys(changedSections(page, pageOf(kind, published))).length > 0;

function SaveNote({ state, problem }: { readonly state: string; readonly problem: string | null }) {
  const Icon =
    state === 'saved' ? IconCloudCheck
    : state === 'failed' || state === 'refused' || state === 'conflict' ? IconCloudOff
    : IconCloudUp;
  const words =
    state === 'saved' ? t('builder.saved')
    : state === 'failed' ? t('builder.failed')
    : state === 'refused' ? t('builder.refused', { why: problem ?? '' })
    : state === 'conflict' ? t('builder.waits')
    : t('builder.saving');
  return (
    <span className={`save ${state}`} role="status">
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
  readonly onPick: (section: string) => void;
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

function Warnings({
  kind,
  warnings,
  onOpen,
}: {
  readonly kind: PageKind;
  readonly warnings: readonly Warning[];
  readonly onOpen: (section: string, field: string) => void;
}) {
  return (
    <div className="bld-warnings">
      <h3>{t('builder.warnings', { count: warnings.length })}</h3>
      <ul>
        {warnings.map((one) => (
          <li key={`${one.section}.${one.field}`}>
            <button
              type="button"
              onClick={() => {
                onOpen(one.section, one.field);
              }}
            >
              <IconAlertTriangle size={14} aria-hidden />
              <span>
                {t(`warning.${one.kind}`, {
                  section: sectionLabel(one.section, kind),
                  field: fieldLabel(one.section, one.field),
                  figure: one.figure ?? 0,
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PublishDialog({
  opened,
  kind,
  page,
  published,
  link,
  warnings,
  onClose,
  onPublish,
}: {
  readonly opened: boolean;
  readonly kind: PageKind;
  readonly page: StoredSections;
  readonly published: Landing['published'];
  readonly link: string | null;
  readonly warnings: readonly Warning[];
  readonly onClose: () => void;
  readonly onPublish: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const different = published === null ? null : Object.keys(changedSections(page, pageOf(kind, published)));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(kind === 'popup' ? 'popup.publishTitle' : 'builder.publishTitle')}
      size="md"
    >
      {different === null ?
        <p>{t(kind === 'popup' ? 'popup.publishFirst' : 'builder.publishFirst')}</p>
      : different.length === 0 ?
        <p>{t('builder.publishNothing')}</p>
      : <>
          <p>{t('builder.publishChanges')}</p>
          <ul className="bld-changes">
            {different.map((name) => (
              <li key={name}>{sectionLabel(name, kind)}</li>
            ))}
          </ul>
        </>
      }
      <p className="muted">{t(kind === 'popup' ? 'popup.publishKeeps' : 'builder.publishKeeps')}</p>
      {link !== null && <p className="mono bld-link">{link}</p>}
      {warnings.length > 0 && (
        <div className="bk-note tone-warning" role="note">
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            {warnings.map((one) => (
              <p key={`${one.section}.${one.field}`}>
                {t(`warning.${one.kind}`, {
                  section: sectionLabel(one.section, kind),
                  field: fieldLabel(one.section, one.field),
                  figure: one.figure ?? 0,
                })}
              </p>
            ))}
          </div>
        </div>
      )}
      <div className="bld-buttons">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={different?.length === 0}
          onClick={() => {
            setBusy(true);
            void onPublish().finally(() => {
              setBusy(false);
            });
          }}
        >
          {t('builder.publishNow')}
        </Button>
      </div>
    </Modal>
  );
}
