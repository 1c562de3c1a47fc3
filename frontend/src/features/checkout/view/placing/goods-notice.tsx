import { GuaranteeLink } from "@/features/guarantee";
import { GUARANTEENOTICE } from "@/generated/features/guarantee/notice";
import { useAnswer } from "@/lib/wire/use-answer";

/** The EU's notice once more, where goods are about to be ordered. */
export function GoodsNotice() {
  const { data } = useAnswer(GUARANTEENOTICE, {});
  if (!data?.guaranteeNotice) return null;
  return (
    <p className="pt-2 pb-4">
      <GuaranteeLink notice={data.guaranteeNotice} />
    </p>
  );
}
