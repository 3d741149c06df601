import { letterOf } from '../session/config.ts';
import { useAppConfig } from '../session/brand.ts';

/** The tenant's logo, or its letter with its name; on the platform's own host the platform's mark. */
export function Brand({ large = false }: { readonly large?: boolean }) {
  const config = useAppConfig();
  if (!config) return null;
  if (config.logo) return <img className="bk-logo" src={config.logo} alt={config.name} height={large ? 34 : 26} />;
  return (
    <span className={`bk-brand${large ? ' large' : ''}`}>
      {config.whitelabel ?
        <span className="letter" aria-hidden>
          {letterOf(config.name)}
        </span>
      : <Mark size={large ? 32 : 26} />}
      <span className="name clip">{config.name}</span>
    </span>
  );
}

const Mark = ({ size }: { readonly size: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
    <rect width="32" height="32" rx="8" fill="var(--brand)" />
    <path
      d="M9 10.5A2.5 2.5 0 0 1 11.5 8h9a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5H15l-4.3 3.7
        c-.5.4-1.2.1-1.2-.5V20A2.5 2.5 0 0 1 9 17.500z"
      fill="#fff"
    />
    <circle cx="16" cy="14" r="2.200" fill="var(--brand)" />
  </svg>
);
