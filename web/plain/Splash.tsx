import { Brand } from './Brand.tsx';
import { t } from './texts.ts';

/**
 * While the session or a screen loads, in the shape of what is coming. `inShell`: a screen within the shell; `framed`:
 * the shell itself, drawn by the page before any of it is loaded, so that a slow line shows at once that something is
 * on its way.
 */
export function Splash({ inShell = false, framed = false }: { readonly inShell?: boolean; readonly framed?: boolean }) {
  const page = (
    <div className="bk-splash">
      <i style={{ height: 24, width: 190, marginBottom: 24 }} />
      <i style={{ height: 96, marginBottom: 16 }} />
      <i style={{ height: 280 }} />
    </div>
  );
  return (
    <div role="status" aria-label={t('app.loading')}>
      {inShell && <div className="bk-page">{page}</div>}
      {framed && (
        <div className="bk-splashframe">
          <div className="side">
            <Brand />
            {[120, 84, 96, 72, 104].map((width) => (
              <i key={width} style={{ width }} />
            ))}
          </div>
          <div className="top">
            <Brand />
          </div>
          <div className="page">{page}</div>
        </div>
      )}
    </div>
  );
}
