import { useEffect, useRef } from 'react';
import { popupConsent, readPage, type StoredSections } from '../../../../../api/contract/page-model.ts';
import { drawPreview, type PreviewOf } from '../../../../widget/preview.ts';
import { t } from '../texts.ts';

/** Which state of a popup shows the section that is worked on. */
export function shownOf(page: StoredSections, section: string | null): PreviewOf {
  if (section === 'triggerButton' || section === 'phoneStep' || section === 'thanksStep') return section;
  if (section === 'emailStep') return section;
  return (
    page['emailStep']?.['Show'] !== false ? 'emailStep'
    : page['phoneStep']?.['Show'] !== false ? 'phoneStep'
    : 'thanksStep'
  );
}

/** A popup before a page that stands for its site, drawn with what draws it there. */
export function PopupDrawing({
  page,
  company,
  phoneAlways = false,
  section,
}: {
  readonly page: StoredSections;
  readonly company: string;
  readonly phoneAlways?: boolean;
  readonly section: string | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const whole = readPage('popup', page);
    const config = {
      id: '',
      version: 0,
      company,
      timezone: 'UTC',
      phoneAlways,
      page: whole,
      consent: popupConsent(whole, company),
      legal: { policy: null, terms: null },
    };
    drawPreview(host.current, config, shownOf(page, section), section, '7K2MQ-XN4RT');
  }, [page, company, phoneAlways, section]);
  return (
    <>
      <style>{site}</style>
      <div className="site" aria-hidden>
        <b>{t('popup.yourSite')}</b>
        <i className="wide" />
        {[0, 1, 2, 3, 4, 5].map((one) => (
          <i key={one} />
        ))}
      </div>
      <div ref={host} />
    </>
  );
}

/** A page of which only the shape is seen. */
const site = `body{background:#fff;overflow:hidden}
.site{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:18px;padding:24px;
font:600 15px system-ui,sans-serif;color:#646c7d}
.site b,.site .wide{grid-column:1/-1}
.site i{height:150px;background:#eef0f4;border-radius:10px}.site .wide{height:220px}`;
