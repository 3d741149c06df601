import './builder.css';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import {
  type PageKind,
  type PageTemplate,
  pageTemplates,
  type StoredSections,
} from '../../../../../api/contract/page-model.ts';
import { t } from '../texts.ts';
import { pageOf } from './page.ts';
import { Drawing, Sheet } from './Preview.tsx';

/** Templates of a kind, each drawn by the renderer itself; null: an empty page. */
export function TemplateGallery({
  kind,
  company,
  onChoose,
}: {
  readonly kind: PageKind;
  readonly company: string;
  readonly onChoose: (template: PageTemplate | null) => void;
}) {
  return (
    <ul className="bld-gallery">
      {pageTemplates
        .filter((template) => template.kind === kind)
        .map((template) => (
          <li key={template.id}>
            <Thumbnail name={template.name} kind={kind} page={pageOf(kind, template.sections)} company={company} />
            <button
              type="button"
              onClick={() => {
                onChoose(template);
              }}
            >
              <b>{template.name}</b>
              <span>{template.about}</span>
            </button>
          </li>
        ))}
      <li>
        <span className="blank">
          <IconPlus size={24} aria-hidden />
        </span>
        <button
          type="button"
          onClick={() => {
            onChoose(null);
          }}
        >
          <b>{t(kind === 'popup' ? 'gallery.blankPopup' : 'gallery.blank')}</b>
          <span>{t('gallery.blankText')}</span>
        </button>
      </li>
    </ul>
  );
}

/** Drawn once it comes near the window: a page each is much to draw at once. */
function Thumbnail({
  name,
  kind,
  page,
  company,
}: {
  readonly name: string;
  readonly kind: PageKind;
  readonly page: StoredSections;
  readonly company: string;
}) {
  const box = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    if (box.current) watch.observe(box.current);
    return () => {
      watch.disconnect();
    };
  }, []);
  return (
    <span ref={box} className="shot" style={{ background: String(page['styling']?.['BackgroundColor'] ?? '') }}>
      {near && (
        <Sheet title={name} width={520} fit={{ width: 260, height: 300 }} still>
          <Drawing kind={kind} page={page} company={company} />
        </Sheet>
      )}
    </span>
  );
}
