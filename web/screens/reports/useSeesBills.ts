import { useProfile } from '../../session/profile.tsx';
import { useCan } from '../../session/rights.ts';

/** Whether they see what is charged: a business whose agency pays does not, nor do teammates without its bills. */
export function useSeesBills(): boolean {
  const { role, business } = useProfile();
  const can = useCan();
  return role !== 'Business' || ((business?.agency ?? null) === null && can('billing'));
}
