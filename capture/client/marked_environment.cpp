// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/marked_environment.h"

namespace twintrace
{

QProcessEnvironment markedEnvironment(const std::string& mark)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (const auto equals = mark.find('='); equals != std::string::npos)
        environment.insert(QString::fromStdString(mark.substr(0, equals)),
                           QString::fromStdString(mark.substr(equals + 1)));
    return environment;
}

} // namespace twintrace
