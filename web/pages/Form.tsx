import type { ReactNode } from 'react';
import type { PageContext, PageForm } from '../../api/contract/page-view.ts';
import { t } from './texts.ts';

/** Where bots write, and nobody else: out of sight, out of the way of keys and screen readers. */
export const trapName = 'topic';

/** A form that works without JavaScript; in the preview it leads nowhere. */
export function Form({ context, children }: { readonly context: PageContext; readonly children: ReactNode }) {
  const { form } = context;
  if (form === null)
    return (
      <div className="pv-form" role="form">
        {children}
      </div>
    );
  return (
    <form className="pv-form" method="post" action={form.action} data-form="">
      <Errors form={form} />
      {children}
      <Hidden name="key" value={form.submissionId} />
      <Hidden name="version" value={String(form.version)} />
      {Object.entries(form.hidden ?? {}).map(([name, value]) => (
        <Hidden key={name} name={name} value={value} />
      ))}
      <div className="pv-trap" aria-hidden="true">
        <label>
          {t('page.leaveEmpty')}
          <input type="text" name={trapName} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </form>
  );
}

const Hidden = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <input type="hidden" name={name} value={value} />
);

function Errors({ form }: { readonly form: PageForm }) {
  const wrong = Object.keys(form.errors).filter((name) => name !== 'form').length;
  const whole = form.errors['form'];
  return (
    <div className="pv-errors" role="alert" data-errors="">
      {whole !== undefined ?
        <p>{whole}</p>
      : wrong > 0 ?
        <p>{t('page.wrong', { count: wrong })}</p>
      : null}
    </div>
  );
}

/** Consent to texts is a box of its own, never ticked beforehand; without a box the words stand above the button. */
export function Consent({ box, context }: { readonly box: boolean; readonly context: PageContext }) {
  const { consentText: words, form } = context;
  if (words === null) return null;
  if (!box) return <p className="pv-disclaimer">{words}</p>;
  const error = form?.errors['consent'];
  return (
    <div className="pv-disclaimer" data-field="consent">
      <label className="pv-check">
        <input
          type="checkbox"
          id="pv-consent"
          name="consent"
          value="yes"
          defaultChecked={form?.values['consent'] === 'yes'}
          {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': 'pv-consent-error' })}
        />
        <span>{words}</span>
      </label>
      {error !== undefined && (
        <span className="pv-error" id="pv-consent-error">
          {error}
        </span>
      )}
    </div>
  );
}

export const Submit = ({ label, className = '' }: { readonly label: string; readonly className?: string }) => (
  <button type="submit" className={`pv-button ${className}`.trim()}>
    <span>{label}</span>
  </button>
);
