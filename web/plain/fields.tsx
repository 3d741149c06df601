import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { t } from './texts.ts';

/*
 * The few controls of the screens before the sign-in, looking as those behind it do. The component library is a
 * multiple of all else that a sign-in needs; whoever only wants to sign in on a slow line does not wait for it.
 */

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
  /** What stands within the field, at its end. */
  readonly end?: ReactNode;
}

/** A labelled field; what is wrong with it stands below. */
export function TextField({ label, value, onChange, error = null, end, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="bk-field">
      <label htmlFor={id}>{label}</label>
      <div className={`box${error === null ? '' : ' wrong'}`}>
        <input
          id={id}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
          {...(error === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          {...input}
        />
        {end}
      </div>
      {error !== null && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

/** A field whose letters can be shown. */
export function PasswordField(props: Omit<FieldProps, 'end' | 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className="eye"
          aria-label={t('login.show')}
          aria-pressed={shown}
          onClick={() => {
            setShown(!shown);
          }}
        >
          <Eye closed={shown} />
        </button>
      }
    />
  );
}

const Eye = ({ closed }: { readonly closed: boolean }) => (
  <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden>
    <path d="M2.500 12C5 7.500 8.200 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500S5 16.500 2.500 12z" />
    <circle cx="12" cy="12" r="2.800" />
    {closed && <path d="M4 4l16 16" />}
  </svg>
);

/** The form's main button, or a link that looks like it. `busy`: it works on it and takes no second press. */
export function GuestButton({
  busy = false,
  plain = false,
  children,
  ...button
}: { readonly busy?: boolean; readonly plain?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={`bk-guestbutton${plain ? ' plain' : ''}`}
      disabled={busy}
      {...(busy ? { 'data-busy': true } : {})}
    >
      <span>{children}</span>
    </button>
  );
}
