import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type PageKind, withinCoupon } from '../../../../../api/contract/page-model.ts';
import { t } from '../texts.ts';
import { fieldLabel, sectionLabel } from './Controls.tsx';
import { stepOf } from './Segments.tsx';
import type { Warning } from './warnings.ts';

/** The first section of the coupon, among those of the page. */
const beginsCoupon = (kind: PageKind, names: readonly string[], at: number): boolean =>
  withinCoupon(kind, names[at]!) !== null && (at === 0 || withinCoupon(kind, names[at - 1]!) === null);

/** Of which the controls are. */
export const panelId = 'bld-controls';

/** The sections beside the preview. One Tab stop; arrows, Home and End go through them, Enter goes into what is chosen. */
export function SectionTabs({
  kind,
  names,
  section,
  warned,
  onChoose,
  onEnter,
}: {
  readonly kind: PageKind;
  readonly names: readonly string[];
  readonly section: string;
  readonly warned: ReadonlySet<string>;
  readonly onChoose: (section: string) => void;
  readonly onEnter: (section: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = names.indexOf(section);
    const to =
      event.key === 'Home' ? 0
      : event.key === 'End' ? names.length - 1
      : at + stepOf(event.key);
    if (to === at || names[to] === undefined) return;
    event.preventDefault();
    onChoose(names[to]);
    box.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div
      ref={box}
      className="bld-tabs"
      role="tablist"
      aria-orientation="vertical"
      aria-label={t('builder.sections')}
      onKeyDown={walk}
    >
      {names.map((name, at) => (
        <button
          key={name}
          {...(beginsCoupon(kind, names, at) ? { 'data-group': t('builder.coupon') } : {})}
          type="button"
          role="tab"
          aria-selected={name === section}
          aria-controls={panelId}
          tabIndex={name === section ? 0 : -1}
          onClick={(event) => {
            // Pressed by Enter or Space: there is no place that was pressed.
            if (event.detail === 0) onEnter(name);
            else onChoose(name);
          }}
        >
          <span>{sectionLabel(name, kind)}</span>
          {warned.has(name) && <IconAlertTriangle size={14} aria-label={t('builder.warned')} className="warned" />}
        </button>
      ))}
    </div>
  );
}

/** The sections where there is no room for a preview beside them: each says what it holds, and leads to its controls. */
export function SectionRows({
  kind,
  names,
  warned,
  summary,
  onOpen,
}: {
  readonly kind: PageKind;
  readonly names: readonly string[];
  readonly warned: ReadonlySet<string>;
  readonly summary: (section: string) => string | null;
  readonly onOpen: (section: string) => void;
}) {
  return (
    <ul className="bld-rows" aria-label={t('builder.sections')}>
      {names.map((name, at) => {
        const words = summary(name);
        return (
          <li key={name} {...(beginsCoupon(kind, names, at) ? { 'data-group': t('builder.coupon') } : {})}>
            <button
              type="button"
              data-section={name}
              onClick={() => {
                onOpen(name);
              }}
            >
              <span className="words">
                <b>{sectionLabel(name, kind)}</b>
                {words !== null && (
                  <span className="sum" dir="auto">
                    {words}
                  </span>
                )}
              </span>
              {warned.has(name) && <IconAlertTriangle size={16} aria-label={t('builder.warned')} className="warned" />}
              <IconChevronRight size={16} aria-hidden className="to" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const warningText = (one: Warning, kind: PageKind): string =>
  t(`warning.${one.kind}`, {
    section: sectionLabel(one.section, kind),
    field: fieldLabel(one.section, one.field),
    figure: one.figure ?? 0,
    said: one.said ?? '',
  });

/** What somebody should look at before publishing, each with the way to its control. */
export function Warnings({
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
      <h2>{t('builder.warnings', { count: warnings.length })}</h2>
      <ul>
        {warnings.map((one) => (
          <li key={`${one.section}.${one.field}.${one.kind}`}>
            <button
              type="button"
              onClick={() => {
                onOpen(one.section, one.field);
              }}
            >
              <IconAlertTriangle size={14} aria-hidden />
              <span>{warningText(one, kind)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
