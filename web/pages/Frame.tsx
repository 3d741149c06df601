import type { ReactNode } from 'react';
import type { Page, Picture } from '../../api/contract/page-model.ts';
import type { PageContext } from '../../api/contract/page-view.ts';
import { filmAddress, ownAddress, webAddress } from './address.ts';
import { Rich } from './Rich.tsx';
import { focusClass } from './styles.ts';
import { t } from './texts.ts';

type Logo = Page<'landing'>['logo'];
type Footer = Page<'landing'>['legalFooter'];
type Styling = Page<'landing'>['styling'];

/** A picture of the business's; with its measures, so that nothing moves when it arrives. */
export function Photo({
  picture,
  className,
  first = false,
}: {
  readonly picture: Picture;
  readonly className?: string;
  /** It is in sight at once. */
  readonly first?: boolean;
}) {
  const src = ownAddress(picture.url);
  if (src === null) return null;
  return (
    <img
      src={src}
      alt={picture.alt}
      className={[className, focusClass(picture)].filter(Boolean).join(' ')}
      {...(picture.width > 0 && picture.height > 0 ? { width: picture.width, height: picture.height } : {})}
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      decoding="async"
    />
  );
}

/** What lies behind: a picture or a video that fills the window, beside the page where it is full screen and wide. */
function Backdrop({ styling }: { readonly styling: Styling }) {
  const { BackgroundImage: image, BackgroundVideo: video } = styling;
  const film = video === null ? null : ownAddress(video);
  const elsewhere = video === null ? null : filmAddress(video);
  if (image === null && film === null && elsewhere === null) return null;
  return (
    <div className="pv-backdrop" data-section="styling">
      <div className="pv-backdrop-inner">
        {image !== null && <Photo picture={image} first />}
        {film !== null && (
          <video src={film} autoPlay muted loop playsInline disablePictureInPicture aria-hidden="true" />
        )}
        {elsewhere !== null && (
          <a className="pv-play" href={elsewhere.url} target="_blank" rel="noopener noreferrer">
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d="M8 5.6v12.8c0 .8.9 1.3 1.6.8l9.4-6.4c.6-.4.6-1.3 0-1.7L9.6 4.8C8.9 4.3 8 4.8 8 5.6z" />
            </svg>
            <span>{t('page.film', { place: elsewhere.place })}</span>
          </a>
        )}
      </div>
    </div>
  );
}

function LogoBar({ logo, company }: { readonly logo: Logo; readonly company: string }) {
  if (!logo.Show) return null;
  const href = webAddress(logo.Link);
  const inside =
    logo.Image === null ?
      <span className="pv-name">{company}</span>
    : <Photo picture={logo.Image.alt === '' ? { ...logo.Image, alt: company } : logo.Image} first />;
  return (
    <header className="pv-logo" data-section="logo">
      {href === null ?
        <span className="pv-logo-inner">{inside}</span>
      : <a className="pv-logo-inner" href={href} rel="noopener">
          {inside}
        </a>
      }
    </header>
  );
}

function Legal({ footer, context }: { readonly footer: Footer; readonly context: PageContext }) {
  const preview = context.mode === 'preview';
  const linkTo = (own: string, ours: string | null | undefined): string | null =>
    webAddress(own) ?? (ours ? (ownAddress(ours) ?? webAddress(ours)) : null) ?? (preview ? '#' : null);
  const policy = footer.IsPolicyLink ? linkTo(footer.PolicyLink, context.legal?.policy) : null;
  const terms = footer.IsServiceLink ? linkTo(footer.ServiceLink, context.legal?.terms) : null;
  const site = webAddress(footer.Link);
  const outward = { target: '_blank', rel: 'noopener' } as const;
  if (policy === null && terms === null && site === null && footer.Content.length === 0) return null;
  return (
    <footer className="pv-legal" data-section="legalFooter">
      <Rich text={footer.Content} />
      <p className="pv-links">
        {site !== null && (
          <a href={site} {...outward}>
            {new URL(site).host}
          </a>
        )}
        {policy !== null && (
          <a href={policy} {...outward}>
            {footer.PolicyLabel}
          </a>
        )}
        {terms !== null && (
          <a href={terms} {...outward}>
            {footer.ServiceLabel}
          </a>
        )}
      </p>
    </footer>
  );
}

/** What the business's own script shows, in a frame on an origin of nobody's. */
function OwnScript({ context }: { readonly context: PageContext }) {
  const { scriptUrl } = context;
  if (context.mode === 'preview' || scriptUrl === null || scriptUrl === undefined) return null;
  return (
    <iframe
      className="pv-script"
      src={scriptUrl}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      loading="lazy"
      title={t('page.script', { company: context.company })}
    />
  );
}

/** What all pages have in common: background, logo, the sheet with its content, the small print. */
export function Frame({
  kind,
  page,
  context,
  children,
}: {
  readonly kind: string;
  readonly page: { readonly styling: Styling; readonly logo: Logo; readonly legalFooter: Footer };
  readonly context: PageContext;
  readonly children: ReactNode;
}) {
  const { styling, logo, legalFooter } = page;
  const pictured = styling.BackgroundImage !== null || styling.BackgroundVideo !== null;
  const classes = ['pv', `pv-${kind}`, styling.Fullscreen && 'pv-full', pictured && 'pv-pictured'];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <div className="pv-stage">
        <Backdrop styling={styling} />
        <div className="pv-column">
          <main className="pv-sheet">
            <LogoBar logo={logo} company={context.company} />
            {children}
            <Legal footer={legalFooter} context={context} />
          </main>
          <OwnScript context={context} />
        </div>
      </div>
    </div>
  );
}
