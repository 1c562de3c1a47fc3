"""What tickets are called, in several shows."""

from demo.plan import Text

NORMAL: Text = ("Normalpreis", "Full price")
REDUCED: Text = ("Ermäßigt", "Reduced")
PROOF: Text = ("Schule, Studium, Ausbildung, Schwerbehinderung", "School, studies, training, disability")
STANDING: Text = ("Stehplatz", "Standing")
