/** Why nothing came into the cart. Of its two places, above the phones' button and below the other one, one is shown. */
export const BuyProblem = ({ text, className = "" }: { text: string; className?: string }) =>
  text && (
    <p role="alert" className={`font-[600] text-danger ${className}`}>
      {text}
    </p>
  );
