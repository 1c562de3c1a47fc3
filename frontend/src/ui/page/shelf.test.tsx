import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { useTurn, type Notice } from "@/ui/page/shelf";

function Shown({ notice, wanted = true }: { notice: Notice; wanted?: boolean }) {
  return useTurn(notice, wanted) ? <p>{notice}</p> : null;
}

it(
  "shows one notice at a time, the most urgent one",
  proves("design §6", "one notice at a time lies at the lower edge, the most urgent first; the others wait"),
  () => {
    const notices = (reserved: boolean, asked: boolean) => (
      <>
        <Shown notice="to-top" />
        <Shown notice="newsletter" />
        {asked && <Shown notice="consent" />}
        <Shown notice="reservation" wanted={reserved} />
      </>
    );
    const { container, rerender } = render(notices(false, true));
    expect(container.textContent).toBe("consent");
    rerender(notices(true, true));
    expect(container.textContent).toBe("reservation");
    rerender(notices(false, true));
    expect(container.textContent).toBe("consent");
    rerender(notices(false, false));
    expect(container.textContent).toBe("newsletter");
  },
);
